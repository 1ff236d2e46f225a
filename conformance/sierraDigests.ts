import { formatCasm } from '../src/cairo/casmJson.ts';
import { readSierraFile } from '../src/sierra/class/readSierraClass.ts';
import { compileContract } from '../src/sierra/compileContract.ts';
import type { Area, CaseResult } from './area.ts';
import { classesToCompile, type SierraJson } from './compiledClasses.ts';
import { type CasmDigests, digestsOf, readOfficialCasm } from './officialCasm.ts';

const { compiler, classes } = readOfficialCasm();

function compare(sierra: SierraJson, official: CasmDigests): string | undefined {
  const ours = digestsOf(formatCasm(compileContract(readSierraFile(sierra))));
  if (ours.hints !== official.hints)
    return `The hints (${ours.count}) are not those of the official compiler ${compiler} (${official.count}). recordOfficial.ts shows the first that differs.`;
  return ours.casm === official.casm ? undefined : `The file is not that of the official compiler ${compiler}.`;
}

/** The whole output for every class here, hints included, against digests of what the official compiler of our version made of it. */
export const sierraDigests: Area = {
  name: 'sierra-digests',
  async *run(shared): AsyncIterable<CaseResult> {
    for (const { id, read } of classesToCompile(shared)) {
      const official = classes[id];
      let detail: string | undefined;
      try {
        detail = official
          ? compare(read(), official)
          : 'The official compiler was not run on it: see recordOfficial.ts.';
      } catch (error) {
        detail = String(error instanceof Error ? error.stack : error);
      }
      yield detail === undefined ? { id, outcome: 'equal' } : { id, outcome: 'different', detail };
    }
  },
};
