import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { trafficBytes } from '../budget/workMemory.ts';
import { limits } from '../protocol/limits.ts';
import { transit } from '../protocol/transit.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { AccessPolicy } from './access.ts';
import type { ServedAgents } from './agentRoutes.ts';
import type { BoxRegistry } from './boxes/boxRegistry.ts';
import { FastPath } from './fastPath/fastPath.ts';
import { HttpServer, type HttpServerOptions } from './httpServer.ts';
import { lastAnswer, textAnswer } from './lastAnswer.ts';
import type { Log } from './log/log.ts';
import { RateLimitedReport } from './log/rateLimitedReport.ts';
import { MemoryBudget } from './memoryBudget.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Page } from './page.ts';
import type { PendingRequest } from './pendingRequest.ts';
import { reportPathTo } from './reportPath.ts';
import { Timeouts } from './timeouts.ts';
import type { WalletsOf } from './walletRoutes.ts';

export interface ServerOptions {
  readonly hub: Hub;
  /** The boxes that are served below their paths. */
  readonly boxes?: BoxRegistry | undefined;
  /** The page at /ui, if it is on. */
  readonly page?: Page | undefined;
  /** The wallets for pages, if they are on. */
  readonly wallets?: WalletsOf | undefined;
  /** The coding agents at /mcp, if they are on. */
  readonly agents?: ServedAgents | undefined;
  readonly host: string;
  readonly port: number;
  readonly timeoutSeconds: number;
  readonly bodyLimitBytes: number;
  /** The maximum memory for requests, answers and notifications in transit together. Default: a part of the budget of the process. */
  readonly memoryLimitBytes?: number | undefined;
  readonly access: AccessPolicy;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'connection'> | undefined;
  readonly maxSockets?: number;
  readonly stallMilliseconds?: number;
  /** How often the clients of WebSockets get a ping. Default: never. */
  readonly pingSeconds?: number | undefined;
  readonly maxConnections?: number;
  /** Enables the HTTP fast path, which is the default. node:http gives the same answers, more slowly. */
  readonly fastPath?: boolean;
}

export interface RunningServer {
  readonly host: string;
  /** The port in use, also if the options say 0. */
  readonly port: number;
  /**
   * Accepts no more connections, waits until all requests are answered, but not longer than the grace period, and closes every
   * connection.
   */
  close(graceMilliseconds?: number): Promise<void>;
}

const TARGET = 'starbox::http';
const HEADERS_MILLISECONDS = limits.headSeconds * 1000;
/** With this share of the maximum open, each new connection closes an idle one. */
const CROWDED = 3 / 4;
/** How often `close` checks whether all requests are answered. */
const CHECK_MILLISECONDS = 20;

/** Listens for HTTP and WebSocket requests. Rejects with Node's error if it cannot listen at the address. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Even with a timeout of 0, fast calls succeed.
  const timeoutMilliseconds = Math.max(options.timeoutSeconds * 1000, 20);
  const all: HttpServerOptions = {
    ...options,
    memory: new MemoryBudget(options.memoryLimitBytes ?? trafficBytes()),
    pending: new Timeouts<PendingRequest>(timeoutMilliseconds, (client) => client.timeOut()),
    requestMilliseconds: timeoutMilliseconds + HEADERS_MILLISECONDS,
    headersMilliseconds: HEADERS_MILLISECONDS,
    keepAliveMilliseconds: limits.idleSeconds * 1000,
  };
  const { log } = options;
  let http: HttpServer | undefined;
  const handOver = (socket: Socket) => (http ??= new HttpServer(all)).take(socket);
  // The options with which node:http accepts connections.
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  const reportPath = reportPathTo(log, options.metrics);
  const fastPath = options.fastPath === false ? undefined : new FastPath(all, reportPath, handOver);
  const open = new Set<Socket>();
  const most = options.maxConnections ?? limits.connections;
  const full = `There are ${most} open connections, the most this server takes.`;
  const refused = new RateLimitedReport((count) => log.write('warn', TARGET, `${full} ${count} more were refused.`));
  // A refused connection stays open until its client has read the refusal. If there are too many, they are closed without one.
  server.maxConnections = most + transit.refusedConnections;
  server.on('drop', () => refused.happened());
  server.on('connection', (socket) => {
    socket.once('close', () => open.delete(socket));
    if (open.size >= most) {
      refused.happened();
      lastAnswer(socket, textAnswer('503 Service Unavailable', `${full} Try again when one is closed.\n`));
      return;
    }
    open.add(socket);
    if (open.size > most * CROWDED && !fastPath?.closeLongestIdle()) http?.closeIdle();
    if (fastPath) fastPath.take(socket);
    else {
      reportPath('node:http', 'the fast path is off');
      handOver(socket);
    }
  });
  await listen(server, options);
  const failed = new RateLimitedReport((count) =>
    log.write('warn', TARGET, `${count} connections could not be accepted.`),
  );
  server.on('error', () => failed.happened());
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    async close(graceMilliseconds = 0) {
      const closed = new Promise((resolve) => server.close(resolve));
      const isBusy = () =>
        all.pending.size > 0 || http?.isBusy || [...open].some((socket) => socket.writableLength > 0);
      const end = performance.now() + graceMilliseconds;
      while (isBusy() && performance.now() < end) await pause(CHECK_MILLISECONDS);
      for (const client of all.pending.items()) client.cancel();
      http?.close();
      for (const socket of open) socket.destroy();
      await closed;
      all.memory.end();
    },
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
