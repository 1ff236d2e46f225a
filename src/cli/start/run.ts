// Starts the node and its servers, and prepares the shutdown.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { NodeConfig } from '../../chain/config.ts';
import type { Node } from '../../chain/node.ts';
import type { Overrides } from '../../chain/stateFile/overrides.ts';
import { ArtifactStore } from '../../classes/artifactStore.ts';
import { ClassLibrary } from '../../classes/classLibrary.ts';
import { readKernelFrom } from '../../felt/kernel.ts';
import type { Options } from '../../options/options.ts';
import { artifactFolders } from '../../platform/artifactFolders.ts';
import { DiskAllowance } from '../../platform/diskAllowance.ts';
import { releaseLocks } from '../../platform/fileLock.ts';
import { nodeFiles } from '../../platform/files.ts';
import { createHashWorker } from '../../platform/hashWorker.ts';
import { kernelBytes } from '../../platform/kernelBytes.ts';
import { processFileSaver } from '../../platform/processFiles.ts';
import { removeTemporaryFiles } from '../../platform/temporaryFile.ts';
import { kindOfFile } from '../../rpc/journal/ownFile.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import { Hub } from '../../sandbox/hub.ts';
import { BoxRegistry } from '../../server/boxes/boxRegistry.ts';
import type { Log } from '../../server/log/log.ts';
import { logBlocks } from '../../server/log/logBlocks.ts';
import { logFailures } from '../../server/log/logFailures.ts';
import { logPrints } from '../../server/log/logPrints.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { observeCalls } from '../../server/observeCalls.ts';
import { reportTurns } from '../../server/reportTurns.ts';
import { Shutdown } from '../end/shutdown.ts';
import { StandardOutput } from '../end/standardOutput.ts';
import { configure, configureServer, missingArgent, overridesOf } from '../options/configure.ts';
import { commandHints, hintsAt } from '../options/hints.ts';
import type { Given } from '../options/parseOptions.ts';
import { loadDump } from '../save/dumpFile.ts';
import { logLag } from '../save/logLag.ts';
import { saveAtExit } from '../save/saveAtExit.ts';
import { checkReplaceable, claimSavePaths, savePathsOf } from '../save/savePaths.ts';
import { checkReportPaths, saveReports } from '../save/saveReports.ts';
import { configureFor, loadState, readStateFile } from '../save/stateFile.ts';
import { startWarmUp } from '../warmUp/warmUp.ts';
import { announce } from './announce.ts';
import { builtinClassTexts } from './builtinTexts.ts';
import { classCache } from './classCache.ts';
import { connectL1 } from './connectL1.ts';
import { followTraffic, forkingNode } from './forkingNode.ts';
import { openLog } from './openLog.ts';
import { isCalledDevnet } from './programName.ts';
import { type Servers, startServers } from './servers.ts';
import { tellIfSlow } from './tellIfSlow.ts';
import { watchBuilds } from './watchBuilds.ts';

/** Runs until a signal ends it (shutdown.ts). */
export async function run(options: Options, given: Given): Promise<void> {
  readKernelFrom(kernelBytes);
  await claimSavePaths(savePathsOf(options));
  await checkReportPaths(options);
  const start = await readStart(options, given);
  const { config, server } = start;
  const output = new StandardOutput();
  const log = openLog(options, output);
  const shutdown = new Shutdown(log, output, () => {
    removeTemporaryFiles();
    releaseLocks();
  });
  const metrics =
    options['metrics-host'] === undefined
      ? undefined
      : await createMetrics(
          () => node,
          () => boxes.count,
        );
  const cache = classCache(options['class-cache'], log);
  const hasher = createHashWorker();
  const library = new ClassLibrary({ cache, hasher });
  const withoutArgent = missingArgent(config);
  if (withoutArgent !== undefined) log.write('warn', 'starbox', withoutArgent);
  for (const folder of options.artifacts ?? [])
    if (!existsSync(folder))
      log.write('warn', 'starbox', `--artifacts ${folder}: there is no such folder. It is read once it exists.`);
  const buildFiles = artifactFolders(options.artifacts, process.cwd());
  const artifacts = new ArtifactStore(buildFiles);
  const print = logPrints(log, () => node.chain);
  const tools = async () => (await import('../../chain/tools/allTools.ts')).allTools;
  const gas = options['gas-report'] === undefined ? undefined : (await tools()).gasCollector();
  const coverageFolder = options.coverage;
  const coverage =
    coverageFolder === undefined
      ? undefined
      : { collector: (await tools()).coverageCollector(), save: processFileSaver(resolve(coverageFolder), 'coverage') };
  const surroundings = { library, hasher, artifacts, print, tools, gas, coverage };
  const node: Node = await tellIfSlow(
    lineOf(log),
    config.fork ? `Asking ${config.fork.url}` : 'Preparing the chain',
    () => forkingNode(builtinClassTexts, config, options, log, metrics, surroundings),
  );
  const fileOptions = {
    dumpPath: server.dumpPath,
    dumpDir: options['dump-dir'],
    statePath: server.statePath,
    maxBytes: options['request-body-size-limit']!,
    kindOfFile,
    allowance: new DiskAllowance(),
  };
  const files = nodeFiles(fileOptions);
  const observers = observeCalls(log, metrics);
  const subscriptionTotals = { count: 0, filterValues: 0 };
  let listening: Servers | undefined;
  const boxes = new BoxRegistry({
    most: options['max-boxes']!,
    idleSeconds: options['box-timeout']!,
    log,
    print,
    hub: {
      ...observers,
      server: serverOfBoxes(server),
      files: nodeFiles({ ...fileOptions, writesReserved: false }),
      subscriptionTotals,
    },
    hintsOf: (id) =>
      hintsAt(() => listening?.webSocketUrl.replace(/\/ws$/, `/box/${id}/ws`), {
        ...commandHints,
        stateTarget: 'give a path',
      }),
  });
  let stopWarmUp: (() => void) | undefined;
  const hub = new Hub(node, {
    ...observers,
    server,
    hints: hintsAt(() => listening?.webSocketUrl),
    files,
    boxes,
    subscriptionTotals,
    tellLag: logLag(log, server.dumpPath),
    report: (report) => {
      // The warm-up begins with the first call, so that it never delays the start.
      stopWarmUp ??= startWarmUp(options['warm-up'] === 'on', builtinClassTexts, hasher);
      observers.report(report);
    },
  });
  logFailures(node, log);
  await loadChain(hub, start, options, log);
  logBlocks(node, log);
  reportTurns(log, metrics);
  const servers = await startServers({ hub, boxes, server, options, log, metrics });
  listening = servers;
  const endTraffic = followTraffic(node, log);
  const watcher = await watchBuilds(hub, buildFiles, options, log);
  shutdown.prepare({
    async stopServing(graceMs) {
      hub.dispatcher.refuseCalls();
      boxes.refuseCalls();
      stopWarmUp?.();
      await watcher?.close();
      await servers.close(graceMs);
      hub.end();
      boxes.end();
      node.close();
    },
    save: async () => {
      const isSaved = await saveAtExit(hub, server, files, log);
      return (await saveReports(hub, options, log)) && isSaved;
    },
    flushCaches: () => Promise.allSettled([endTraffic(), cache?.flush()]),
  });
  await announce(node, servers, options, log, output);
  log.flush();
}

/** How boxes are served: like the main chain, but without its files. A dump is written when a request names a file. */
const serverOfBoxes = (server: ServerConfig): ServerConfig => ({
  ...server,
  dumpOn: server.dumpOn && 'request',
  dumpPath: undefined,
  statePath: undefined,
});

/** The configurations of the chain and of its server, and the state file that the chain is loaded from. */
interface Start {
  readonly config: NodeConfig;
  readonly server: ServerConfig;
  readonly state: Uint8Array | undefined;
  readonly overrides: Overrides;
}

async function readStart(options: Options, given: Given): Promise<Start> {
  const state = await readStateFile(options.state);
  const configured = configure(options, given);
  const overrides = overridesOf(configured, options, given);
  const config = state ? await configureFor(options.state!, state, configured, overrides) : configured;
  return { config, server: configureServer(options, isCalledDevnet()), state, overrides };
}

/** Metrics of a node. They are created before it, because they count its first requests to an origin. */
async function createMetrics(node: () => Node, boxCount: () => number): Promise<Metrics> {
  const { Metrics } = await import('../../server/metrics/metrics.ts');
  return new Metrics(() => node().chain, boxCount);
}

/** Loads the state file or the dump, and connects to L1. */
async function loadChain(hub: Hub, { server, state, overrides }: Start, options: Options, log: Log): Promise<void> {
  const { dumpPath, statePath } = server;
  if (state) {
    await tellIfSlow(lineOf(log), `Loading ${statePath}`, () => loadState(statePath!, hub, state, overrides));
    logLoaded(log, 'state', statePath!, hub);
    // The state file contains the journal, so a dump is not loaded as well.
    if (dumpPath !== undefined && existsSync(dumpPath))
      log.write('info', 'starbox', `${dumpPath} is not loaded: the journal is in the state file ${statePath}.`);
    await Promise.all(savePathsOf(options).map(checkReplaceable));
  }
  await connectL1(hub, log);
  if (state) return;
  if (await tellIfSlow(lineOf(log), `Running the requests of ${dumpPath} again`, () => loadDump(hub, dumpPath)))
    logLoaded(log, 'dump', dumpPath!, hub);
}

/** Writes a line to the log at once. */
const lineOf = (log: Log) => (line: string) => {
  log.write('info', 'starbox', line);
  log.flush();
};

function logLoaded(log: Log, kind: 'state' | 'dump', path: string, { node }: Hub): void {
  const { number } = node.chain.latest;
  log.write('info', 'starbox', `The ${kind} is loaded from ${path}: the latest block is ${number}.`, {
    path,
    block: number,
  });
}
