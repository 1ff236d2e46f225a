import { resolve } from 'node:path';
import type { Print } from '../../chain/run/executor.ts';
import { ArtifactStore } from '../../classes/artifactStore.ts';
import { ClassLibrary } from '../../classes/classLibrary.ts';
import type { DiskClassCache } from '../../classes/diskClassCache.ts';
import type { Options } from '../../options/options.ts';
import { artifactFolders } from '../../platform/artifactFolders.ts';
import { createHashWorker } from '../../platform/hashWorker.ts';
import { processFileSaver } from '../../platform/processFiles.ts';
import type { CoverageCollector } from '../../tools/coverage/coverageCollector.ts';
import { loadTools } from '../../tools/loadTools.ts';

/** What the command gives its node: the compiler with its cache, the builds of the user's contracts, and what measures them. */
export async function openSurroundings(options: Options, cache: DiskClassCache | undefined, print: Print) {
  const hasher = createHashWorker();
  const buildFiles = artifactFolders(options.artifacts, process.cwd());
  return {
    library: new ClassLibrary({ cache, hasher }),
    hasher,
    buildFiles,
    artifacts: new ArtifactStore(buildFiles),
    print,
    gas: options['gas-report'] === undefined ? undefined : (await loadTools()).gasCollector(),
    coverage: options.coverage === undefined ? undefined : await openCoverage(options.coverage),
  };
}

async function openCoverage(folder: string): Promise<CoverageCollector> {
  return (await loadTools()).coverageCollector(processFileSaver(resolve(folder), 'coverage'));
}
