import { doLater } from '../../async/eitherWay.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { isBuiltin } from '../../classes/builtinClasses.ts';
import type { SharedClass } from '../../classes/sharedArtifacts.ts';
import type { FeltKey } from '../../felt/key.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { sourceNames } from '../explain/locations.ts';

/** What the build output here adds to classes, those that are named and those of the chain, with the source files that the node may read. */
export async function* sharedClasses(
  view: ChainView,
  named: Iterable<FeltKey> = [],
): AsyncGenerator<SharedClass, void, void> {
  const { artifacts } = view.surroundings;
  if (!artifacts) return;
  const local = [...view.value.open.state.localClasses()].map(([classHash]) => classHash);
  const hashes = [...new Set([...named, ...local])]
    .filter((classHash) => !isBuiltin(classHash))
    // More are left out: the others have their names and lines.
    .slice(0, sourceLimits.exportedClasses);
  await doLater(artifacts.find(hashes));
  for (const classHash of hashes) {
    const artifact = artifacts.get(classHash);
    if (!artifact) continue;
    const { contractName, debugInfo, sources } = artifact;
    const names = debugInfo === undefined ? [] : sourceNames(debugInfo);
    const found = await doLater(artifacts.sourceFiles(classHash, names));
    const files = new Map(found.flatMap((file, i) => (file ? [[names[i]!, file.lines.join('\n')] as const] : [])));
    yield { classHash, contractName, debugInfo, sources, files };
    await view.rest();
  }
}
