import type { MutantParts } from '../../library/platform.ts';
import { mutantSession } from './mutantSession.ts';

/** How a new sandbox takes part in the run of mutants that this process belongs to. */
export function mutantParts(isFixture: boolean): MutantParts | undefined {
  const session = mutantSession();
  if (!session) return undefined;
  const collector = session.collector();
  return {
    library: (inner) => session.library(inner),
    collector,
    file: (node) =>
      collector && { text: () => session.runText(node, collector, isFixture), save: (json) => session.save(json) },
  };
}
