// Starts the node and its servers, and stops them when asked to.
import { existsSync } from 'node:fs';
import type { Steps } from '../../async/steps.ts';
import type { Node } from '../../chain/node.ts';
import { ClassCompiler } from '../../classes/classCompiler.ts';
import { saveCompileCache } from '../../platform/compileCache.ts';
import { descriptorLimit } from '../../platform/descriptorLimit.ts';
import { releaseLocks } from '../../platform/fileLock.ts';
import { nodeFiles } from '../../platform/files.ts';
import { createHashWorker, type HashWorker } from '../../platform/hashWorker.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { removeTemporaryFiles } from '../../platform/temporaryFile.ts';
import { withOptimizerHeld } from '../../platform/withOptimizerHeld.ts';
import { limits } from '../../protocol/limits.ts';
import { kindOfFile } from '../../rpc/journal/ownFile.ts';
import { Hub } from '../../sandbox/hub.ts';
import type { AccessPolicy } from '../../server/access.ts';
import { Log, readLogVariable } from '../../server/log/log.ts';
import { logCall } from '../../server/log/logCall.ts';
import { logFailures } from '../../server/log/logFailures.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { startServer } from '../../server/server.ts';
import { Shutdown } from '../end/shutdown.ts';
import { StandardOutput } from '../end/standardOutput.ts';
import { configure, missingArgent } from '../options/configure.ts';
import type { OptionName, Options } from '../options/options.ts';
import { loadDump } from '../save/dumpFile.ts';
import { saveAtExit } from '../save/saveAtExit.ts';
import { checkReplaceable, claimSavePaths, savePathsOf } from '../save/savePaths.ts';
import { askedOf, configureFor, loadState, readStateFile } from '../save/stateFile.ts';
import { tellLag } from '../save/tellLag.ts';
import { warmTransactions } from '../warmUp/warmTransactions.ts';
import { compileBuiltins, warmUp } from '../warmUp/warmUp.ts';
import { bannerText } from './banner.ts';
import { builtinTexts } from './builtinTexts.ts';
import { connectL1 } from './connectL1.ts';
import { followTraffic, forkingNode } from './forkingNode.ts';
import { keptClasses } from './keptClasses.ts';
import { StartError } from './startError.ts';

const LISTENS_WIDE = /^(?!127\.)/;

/** Runs until a signal ends it (shutdown.ts). */
export async function run(options: Options, given: ReadonlySet<OptionName>): Promise<void> {
  const savePaths = savePathsOf(options);
  await claimSavePaths(savePaths);
  const state = await readStateFile(options.state);
  const configured = configure(options);
  const asked = askedOf(configured, given);
  const config = state ? await configureFor(state, configured, asked) : configured;
  const output = new StandardOutput();
  const settings = readLogVariable(process.env['RUST_LOG']);
  const log = new Log({
    ...settings,
    level: options.quiet ? 'error' : settings.level,
    format: options.log!,
    output: (text) => output.write(text),
  });
  const shutdown = new Shutdown(log, output, () => {
    removeTemporaryFiles();
    releaseLocks();
  });
  const metricsHost = options['metrics-host'];
  // They are read only once the server runs, and count from the first question to an origin on.
  const metrics = metricsHost === undefined ? undefined : await meter(() => node);
  const kept = keptClasses(options['class-cache'], log);
  const hasher = createHashWorker();
  const compiler = new ClassCompiler({ kept, hasher, around: withOptimizerHeld });
  const withoutArgent = missingArgent(config);
  if (withoutArgent !== undefined) log.write('warn', 'starbox', withoutArgent);
  const node = await forkingNode(builtinTexts, config, options, log, metrics, { compiler, hasher });
  const { dumpPath, statePath } = config;
  const files = nodeFiles({
    dumpPath,
    dumpDir: options['dump-dir'],
    statePath,
    mostBytes: config.server.requestBodySizeLimit,
    kindOfFile,
  });
  let stopWarmUp: (() => void) | undefined;
  const hub = new Hub(node, {
    files,
    report: (report) => {
      // Nobody waits for the first answer longer than needed.
      stopWarmUp ??= warmUp(prepare(hasher));
      logCall(log, report);
      // Over a socket, what did not parse is not counted.
      if (!(report.overSocket && report.unparsed))
        metrics?.call(report.name && report.method, report.milliseconds / 1000, report.error === undefined);
      if (!report.unparsed) {
        const wait = report.waitMilliseconds;
        metrics?.turn(
          wait === undefined ? 'read' : 'write',
          (wait ?? 0) / 1000,
          (report.milliseconds - (wait ?? 0)) / 1000,
        );
      }
    },
    tellLag: tellLag(log, dumpPath),
    warn: (text) => log.write('warn', 'postman', text),
    surprise: (error, method) =>
      log.write(
        'error',
        'rpc',
        `${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
  });
  logFailures(node, log);
  if (state) await loadState(hub, state, asked);
  // A state has its journal in it, so a dump beside it is not repeated.
  if (state && dumpPath !== undefined && existsSync(dumpPath))
    log.write('info', 'starbox', `${dumpPath} is not loaded: the journal is in the state file ${statePath}.`);
  if (state) await Promise.all(savePaths.map(checkReplaceable));
  await connectL1(hub, log);
  if (!state) await loadDump(hub, dumpPath);
  const metricsServer = metrics && (await serveMetrics(metrics, metricsHost!, options));
  const { host, port } = config.server;
  const server = await startServer({
    hub,
    host,
    port,
    timeoutSeconds: config.server.timeoutSeconds,
    bodyLimitBytes: config.server.requestBodySizeLimit,
    memoryLimitBytes: options['request-memory-limit'],
    access: accessTo(host, options),
    log,
    maxConnections: mostConnections(descriptorLimit()),
  }).catch(cannotListen(host, port));
  const endTraffic = followTraffic(node, log);
  shutdown.prepare({
    async stopServing(graceMs) {
      hub.refuseCalls();
      stopWarmUp?.();
      await server.close(graceMs);
      metricsServer?.close();
      hub.end();
      node.close();
    },
    save: () => saveAtExit(hub, files, log),
    flushCaches: () => Promise.allSettled([endTraffic(), kept?.flush()]),
  });

  if (!options.quiet) output.write(bannerText(node));
  if (LISTENS_WIDE.test(host))
    log.write('warn', 'starbox', `Listening at ${host}: other machines can use and change this sandbox.`);
  log.write('info', 'starbox', `Starknet Devnet listening on ${host}:${server.port}`);
  if (metricsServer)
    log.write('info', 'starbox::metrics', `Listening at http://${metricsHost}:${metricsServer.port}/metrics`);
  await tellPort(process.env['UNIX_SOCKET'], server.port, log);
  log.flush();
}

/** Idle warm-up: starts the hash worker, runs sample transactions and compiles, and has Node save its compile cache. */
function* prepare(hasher: HashWorker | undefined): Steps<void> {
  hasher?.prepare();
  yield;
  yield* warmTransactions(builtinTexts);
  yield* compileBuiltins(builtinTexts);
  saveCompileCache();
}

/** Turns the system's error into one line that says what to do. */
const cannotListen = (host: string, port: number) => (error: NodeJS.ErrnoException) => {
  const wayOut =
    error.code === 'EADDRNOTAVAIL'
      ? 'Choose an address of this machine, such as 127.0.0.1.'
      : 'Choose another port, or 0 for a free one.';
  throw new StartError(`${ioReason(error)}: ${host}:${port}. ${wayOut}`);
};

async function serveMetrics(metrics: Metrics, host: string, options: Options) {
  const { startMetricsServer } = await import('../../server/metrics/metricsServer.ts');
  const port = options['metrics-port']!;
  return startMetricsServer(metrics, accessTo(host, options), port).catch(cannotListen(host, port));
}

/** Half of the open files that the system allows: the rest is for ourselves, and for clients that are being refused. */
const mostConnections = (descriptors = Number.POSITIVE_INFINITY): number =>
  Math.max(1, Math.min(limits.connections, Math.floor(descriptors / 2) - limits.refusedConnections));

/** Who may talk to a server at an address. */
const accessTo = (boundHost: string, options: Options): AccessPolicy => ({
  boundHost,
  allowedHosts: options['allow-host'] ?? [],
  allowedOrigins: options['allow-origin'] ?? [],
});

/** Counts what happens, for whoever asked for metrics. */
async function meter(node: () => Node): Promise<Metrics> {
  const { Metrics } = await import('../../server/metrics/metrics.ts');
  return new Metrics(() => {
    const { latest, firstNumber, transactionCount, origin } = node().chain;
    return { blockCount: latest.number - firstNumber + 1, transactionCount, upstream: origin?.counts };
  });
}

/** Tells a program that waits at a socket which port was taken: two bytes, high one first. */
async function tellPort(path: string | undefined, port: number, log: Log): Promise<void> {
  if (path === undefined) return;
  const { connect } = await import('node:net');
  await new Promise<void>((resolve) => {
    const socket = connect(path, () => {
      socket.end(Buffer.from([port >> 8, port & 255]), () => {
        log.write('info', 'starbox', `Successfully wrote port to unix socket: ${path}`);
        resolve();
      });
    });
    socket.on('error', (error) => {
      log.write('info', 'starbox', `Couldn't connect to unix socket: ${path}, reason: ${ioReason(error)}`);
      resolve();
    });
  });
}
