import type { Options } from '../../options/options.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import type { BuildWatcher } from '../../sandbox/watch/buildWatcher.ts';
import type { Log } from '../../server/log/log.ts';
import type { LastSteps } from '../end/shutdown.ts';
import { saveAtExit } from '../save/saveAtExit.ts';
import { saveReports } from '../save/saveReports.ts';
import type { Hubs } from './openHubs.ts';
import type { OpenedNode } from './openNode.ts';
import type { Servers } from './servers.ts';

/** All that was started and has to be ended. */
export interface Started {
  readonly opened: OpenedNode;
  readonly hubs: Hubs;
  readonly servers: Servers;
  readonly watcher: BuildWatcher | undefined;
  /** Stops the log of requests to the origin, and writes their cache. */
  readonly endTraffic: () => Promise<void>;
  readonly server: ServerConfig;
  readonly options: Options;
  readonly log: Log;
}

/** How the shutdown ends what was started: servers before the node, and files after both. */
export function lastSteps({ opened, hubs, servers, watcher, endTraffic, server, options, log }: Started): LastSteps {
  const { hub, boxes, files, warmUp } = hubs;
  return {
    async stopServing(graceMs) {
      hub.dispatcher.refuseCalls();
      boxes.refuseCalls();
      warmUp.stop();
      await watcher?.close();
      await servers.close(graceMs);
      hub.end();
      boxes.end();
      opened.node.close();
    },
    async save() {
      const isSaved = await saveAtExit(hub, server, files, log);
      return (await saveReports(hub, options, log)) && isSaved;
    },
    flushCaches: () => Promise.allSettled([endTraffic(), opened.cache?.flush()]),
  };
}
