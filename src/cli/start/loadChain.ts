import { existsSync } from 'node:fs';
import type { Options } from '../../options/options.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Log } from '../../server/log/log.ts';
import { loadDump } from '../save/dumpFile.ts';
import { checkReplaceable, savePathsOf } from '../save/savePaths.ts';
import { loadState } from '../save/stateFile.ts';
import { connectL1 } from './connectL1.ts';
import { lineOf } from './openLog.ts';
import type { Start } from './readStart.ts';
import { scheduleStateAtStart } from './scheduleStateAtStart.ts';
import { tellIfSlow } from './tellIfSlow.ts';

/** Loads the state file, which runs nothing, or else the dump, whose requests run again; connects to L1, and schedules storage. */
export async function loadChain(
  hub: Hub,
  start: Start,
  options: Options,
  log: Log,
  beforeDump: () => void,
): Promise<void> {
  const { server, state, overrides } = start;
  const { dumpPath } = server;
  const statePath = options.state;
  if (state) {
    await tellIfSlow(lineOf(log), `Loading ${statePath}`, () => loadState(statePath!, hub, state, overrides));
    logLoaded(log, 'state', statePath!, hub);
    if (server.statePath === undefined)
      log.write('info', 'starbox', `${statePath} is an exported transaction: the chain is not saved to it.`);
    // The state file contains the journal, so a dump is not loaded as well.
    if (dumpPath !== undefined && existsSync(dumpPath))
      log.write('info', 'starbox', `${dumpPath} is not loaded: the journal is in the state file ${statePath}.`);
    await Promise.all(savePathsOf({ ...options, state: server.statePath }).map(checkReplaceable));
  }
  beforeDump();
  await connectL1(hub, log);
  if (
    !state &&
    (await tellIfSlow(lineOf(log), `Running the requests of ${dumpPath} again`, () => loadDump(hub, dumpPath)))
  )
    logLoaded(log, 'dump', dumpPath!, hub);
  await scheduleStateAtStart(hub, options['state-schedule']);
}

function logLoaded(log: Log, kind: 'state' | 'dump', path: string, { node }: Hub): void {
  const { number } = node.chain.latest;
  const cheats = node.chain.value.cheats.all.length;
  const note = cheats > 0 ? ` Cheats are in force: ${cheats}.` : '';
  log.write('info', 'starbox', `The ${kind} is loaded from ${path}: the latest block is ${number}.${note}`, {
    path,
    block: number,
    ...(cheats > 0 ? { cheats } : {}),
  });
}
