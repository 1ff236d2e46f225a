import { readKernelFrom } from '../../felt/kernel.ts';
import type { Options } from '../../options/options.ts';
import { releaseLocks } from '../../platform/fileLock.ts';
import { kernelBytes } from '../../platform/kernelBytes.ts';
import { removeTemporaryFiles } from '../../platform/temporaryFile.ts';
import { logBlocks } from '../../server/log/logBlocks.ts';
import { logFailures } from '../../server/log/logFailures.ts';
import { reportTurns } from '../../server/reportTurns.ts';
import { Shutdown } from '../end/shutdown.ts';
import { StandardOutput } from '../end/standardOutput.ts';
import type { Given } from '../options/parseOptions.ts';
import { claimSavePaths, savePathsOf } from '../save/savePaths.ts';
import { checkReportPaths } from '../save/saveReports.ts';
import { announce } from './announce.ts';
import { followTraffic } from './forkingNode.ts';
import { lastSteps } from './lastSteps.ts';
import { loadChain } from './loadChain.ts';
import { openHubs } from './openHubs.ts';
import { openLog } from './openLog.ts';
import { openNode } from './openNode.ts';
import { readStart } from './readStart.ts';
import { startServers } from './servers.ts';
import { watchBuilds } from './watchBuilds.ts';

/** Starts the node and its servers, and prepares the shutdown. It runs until a signal ends it (shutdown.ts). */
export async function run(options: Options, given: Given): Promise<void> {
  readKernelFrom(kernelBytes);
  await claimSavePaths(savePathsOf(options));
  await checkReportPaths(options);
  const start = await readStart(options, given);
  const output = new StandardOutput();
  const log = openLog(options, output);
  const shutdown = new Shutdown(log, output, leaveFiles);
  const counts = { boxes: () => hubs.boxes.count, faultRules: () => hubs.faultRules() };
  const opened = await openNode(start, options, log, counts);
  const { node, metrics } = opened;
  const hubs = openHubs(opened, start.server, options, log, start);
  // What failed before a state was saved is no news; what fails in a dump that runs again is.
  await loadChain(hubs.hub, start, options, log, () => logFailures(node, log));
  logBlocks(node, log);
  reportTurns(log, metrics);
  const servers = await startServers({ ...hubs, server: start.server, options, log, metrics });
  hubs.listensAt(servers.webSocketUrl);
  const endTraffic = followTraffic(node, log);
  const watcher = await watchBuilds(hubs.hub, opened.buildFiles, options, log);
  shutdown.prepare(lastSteps({ opened, hubs, servers, watcher, endTraffic, server: start.server, options, log }));
  await announce(node, servers, options, log, output);
  log.flush();
}

/** What has to be gone from the disk when the process ends, however it ends. */
function leaveFiles(): void {
  removeTemporaryFiles();
  releaseLocks();
}
