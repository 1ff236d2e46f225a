import { compareCasm } from '../test/support/compareCasm.ts';
import type { Area, CaseResult } from './area.ts';
import { corpusContracts, corpusJson } from './sierraCorpus.ts';

interface Regenerated {
  readonly classes: Readonly<Record<string, { readonly file?: string } | undefined>>;
}

/** Compares published classes: bytecode, segment lengths, entry points and hints. */
export const sierraContracts: Area = {
  name: 'sierra-contracts',
  async *run(shared: string): AsyncIterable<CaseResult> {
    const { classes } = corpusJson<Regenerated>(shared, 'regenerated.json');
    for (const { id, sierra_file, casm_file, sierra_version } of corpusContracts(shared)) {
      if (!casm_file || sierra_version.startsWith('0.')) continue;
      let detail: string | undefined;
      try {
        // If a class was published by an older compiler, it is compared with the output of a newer one.
        const expected = classes[id]?.file ?? casm_file;
        detail = compareCasm(corpusJson(shared, sierra_file), corpusJson(shared, expected));
      } catch (error) {
        detail = String(error instanceof Error ? error.stack : error);
      }
      yield detail === undefined ? { id, outcome: 'equal' } : { id, outcome: 'different', detail };
    }
  },
};
