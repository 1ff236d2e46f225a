import { compareCasm } from '../test/support/compareCasm.ts';
import type { Area, CaseResult } from './area.ts';
import { corpusContracts, corpusJson } from './sierraCorpus.ts';

interface Regenerated {
  readonly classes: Readonly<
    Record<string, { readonly file?: string; readonly same_bytecode_as_published?: boolean } | undefined>
  >;
}

/** Classes compiled by an official binary of version 2.12, including old Sierra, whose gas is found by linear programming. */
export const sierraRegenerated: Area = {
  name: 'sierra-regenerated',
  async *run(shared): AsyncIterable<CaseResult> {
    const { classes } = corpusJson<Regenerated>(shared, 'regenerated.json');
    for (const { id, sierra_file } of corpusContracts(shared)) {
      const file = classes[id]?.file;
      if (!file) continue;
      let detail: string | undefined;
      try {
        detail = compareCasm(corpusJson(shared, sierra_file), corpusJson(shared, file));
      } catch (error) {
        detail = String(error instanceof Error ? error.stack : error);
      }
      yield detail === undefined ? { id, outcome: 'equal' } : { id, outcome: 'different', detail };
    }
  },
};
