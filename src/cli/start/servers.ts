// The HTTP server and the metrics server of a node.

import { limitWorkMemory, workMemory } from '../../budget/workMemory.ts';
import type { Options } from '../../options/options.ts';
import { descriptorLimit } from '../../platform/descriptorLimit.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { limits } from '../../protocol/limits.ts';
import { transit } from '../../protocol/transit.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { AccessPolicy } from '../../server/access.ts';
import type { ServedAgents } from '../../server/agentRoutes.ts';
import type { BoxRegistry } from '../../server/boxes/boxRegistry.ts';
import type { Log } from '../../server/log/log.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { Page } from '../../server/page.ts';
import { startServer } from '../../server/server.ts';
import type { WalletsOf } from '../../server/walletRoutes.ts';
import type { WalletMode } from '../../wallet/nodeWallet.ts';
import { Collector } from './collector.ts';
import { limitYoungGeneration } from './limitYoungGeneration.ts';
import { StartError } from './startError.ts';

export interface ServersParts {
  readonly hub: Hub;
  readonly boxes: BoxRegistry;
  readonly server: ServerConfig;
  readonly options: Options;
  readonly log: Log;
  readonly metrics: Metrics | undefined;
}

export interface Servers {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  readonly webSocketUrl: string;
  /** The URL of the metrics, if there is a metrics server. */
  readonly metricsUrl: string | undefined;
  close(graceMilliseconds: number): Promise<void>;
}

/** Starts the servers that the options ask for. */
export async function startServers({ hub, boxes, options, log, metrics, ...parts }: ServersParts): Promise<Servers> {
  limitWorkMemory(options['memory-limit']!);
  const collector = new Collector();
  workMemory.whenBusy((isBusy) => {
    collector.isBusy = isBusy;
  });
  limitYoungGeneration();
  const metricsHost = options['metrics-host'];
  const metricsServer = metrics && (await startMetrics(metrics, metricsHost!, options));
  const { host, port, timeoutSeconds, pingSeconds } = parts.server;
  const agents = parts.server.mcp ? await openAgents(hub, parts.server) : undefined;
  const server = await startServer({
    hub,
    boxes,
    host,
    port,
    timeoutSeconds,
    pingSeconds,
    bodyLimitBytes: options['request-body-size-limit']!,
    page: parts.server.ui || parts.server.wallet === 'ask' ? openPage() : undefined,
    wallets: parts.server.wallet && (await openWallets(parts.server.wallet)),
    agents,
    access: accessTo(host, options),
    log,
    metrics,
    maxConnections: maxConnections(descriptorLimit()),
  }).catch(cannotListen(host, port));
  // The options take IPv4 addresses only, which need no brackets in URLs.
  const authority = `${host}:${server.port}`;
  return {
    host,
    port: server.port,
    url: `http://${authority}`,
    webSocketUrl: `ws://${authority}/ws`,
    metricsUrl: metricsServer && `http://${metricsHost}:${metricsServer.port}/metrics`,
    async close(graceMilliseconds) {
      await server.close(graceMilliseconds);
      await agents?.close();
      metricsServer?.close();
    },
  };
}

async function startMetrics(metrics: Metrics, host: string, options: Options) {
  const { startMetricsServer } = await import('../../server/metrics/metricsServer.ts');
  const port = options['metrics-port']!;
  return startMetricsServer(metrics, accessTo(host, options), port).catch(cannotListen(host, port));
}

/** The wallets that pages can load. */
async function openWallets(mode: WalletMode): Promise<WalletsOf> {
  const { walletsOfHubs } = await import('../../wallet/nodeWallet.ts');
  return walletsOfHubs(mode);
}

/** Coding agents that work on the chain of the hub; on copies of it if clients may not use all methods. */
async function openAgents(hub: Hub, { restrictedMethods }: ServerConfig): Promise<ServedAgents> {
  const { agentsOfHub } = await import('../agents/agentsOfHub.ts');
  return agentsOfHub(hub, restrictedMethods !== undefined);
}

function openPage(): Page {
  const page = Page.ofPackage();
  if (!page) throw new StartError('--ui: the page is not built. Run `npm run build` in the folder of the package.');
  return page;
}

/** Turns the system's error into one line that says what to do. */
const cannotListen = (host: string, port: number) => (error: NodeJS.ErrnoException) => {
  const wayOut =
    error.code === 'EADDRNOTAVAIL'
      ? 'Choose an address of this machine, such as 127.0.0.1.'
      : 'Choose another port, or 0 for a free one.';
  throw new StartError(`${ioReason(error)}: ${host}:${port}. ${wayOut}`);
};

/** Half of the open files that the system allows. The other half is for files, and for connections that are being refused. */
const maxConnections = (descriptors = Number.POSITIVE_INFINITY): number =>
  Math.max(1, Math.min(limits.connections, Math.floor(descriptors / 2) - transit.refusedConnections));

/** The access policy of a server at an address. */
const accessTo = (boundHost: string, options: Options): AccessPolicy => ({
  boundHost,
  allowedHosts: options['allow-host'] ?? [],
  allowedOrigins: options['allow-origin'] ?? [],
});
