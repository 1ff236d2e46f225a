import { resolve } from 'node:path';
import type { NodeCoverage } from '../../chain/environment.ts';
import type { Print } from '../../chain/run/executor.ts';
import { ArtifactStore } from '../../classes/artifactStore.ts';
import { ClassLibrary } from '../../classes/classLibrary.ts';
import type { DiskClassCache } from '../../classes/diskClassCache.ts';
import type { Options } from '../../options/options.ts';
import { artifactFolders } from '../../platform/artifactFolders.ts';
import { createHashWorker } from '../../platform/hashWorker.ts';
import { processFileSaver } from '../../platform/processFiles.ts';

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
    tools: loadTools,
    gas: options['gas-report'] === undefined ? undefined : (await loadTools()).gasCollector(),
    coverage: options.coverage === undefined ? undefined : await openCoverage(options.coverage),
  };
}

const loadTools = async () => (await import('../../tools/allTools.ts')).allTools;

async function openCoverage(folder: string): Promise<Omit<NodeCoverage, 'test'>> {
  return { collector: (await loadTools()).coverageCollector(), save: processFileSaver(resolve(folder), 'coverage') };
}
