import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { limits } from '../protocol/limits.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { AccessPolicy } from './access.ts';
import { Deadlines } from './deadlines.ts';
import { PlainConnections } from './fastPath/plainConnections.ts';
import { HttpServer, type HttpServerOptions } from './httpServer.ts';
import { lastAnswer, textAnswer } from './lastAnswer.ts';
import type { Log } from './log/log.ts';
import { Occasionally } from './log/occasionally.ts';
import { MemoryBudget } from './memoryBudget.ts';
import type { Waiting } from './waiting.ts';

export interface ServerOptions {
  readonly hub: Hub;
  readonly host: string;
  readonly port: number;
  readonly timeoutSeconds: number;
  readonly bodyLimitBytes: number;
  /** The most that requests, answers and notifications under way may take together. */
  readonly memoryLimitBytes?: number | undefined;
  readonly access: AccessPolicy;
  readonly log: Log;
  readonly maxSockets?: number;
  readonly stallMilliseconds?: number;
  readonly maxConnections?: number;
  /** Whether plain requests are read and answered without node:http, which says the same in more time. */
  readonly readsPlain?: boolean;
}

export interface RunningServer {
  readonly host: string;
  /** The port in use, also when 0 was asked for. */
  readonly port: number;
  /**
   * Accepts no more connections, waits until all requests are answered, for so many milliseconds at most, and closes every
   * connection, whatever its client does.
   */
  close(graceMilliseconds?: number): Promise<void>;
}

const TARGET = 'starbox::http';
const HEADERS_MILLISECONDS = 20_000;
/**
 * Longer than a client computes between two requests: one that was busy has not seen that its connection was closed, and its
 * next request fails. When many connections are open, those idle the longest are closed before.
 */
const KEEP_ALIVE_MILLISECONDS = 600_000;
/** The share of the connections from which on each new one closes an idle one. */
const CROWDED = 3 / 4;
/** How often a server that is being closed looks whether all requests are answered. */
const LOOK_MILLISECONDS = 20;

/** Listens for HTTP and WebSocket requests; rejects with Node's error when the address cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Also with a timeout of 0 a fast call succeeds.
  const timeoutMilliseconds = Math.max(options.timeoutSeconds * 1000, 20);
  const all: HttpServerOptions = {
    ...options,
    memory: new MemoryBudget(options.memoryLimitBytes ?? limits.memoryBytes),
    waiting: new Deadlines<Waiting>(timeoutMilliseconds, (client) => client.giveUp()),
    requestMilliseconds: timeoutMilliseconds + HEADERS_MILLISECONDS,
    headersMilliseconds: HEADERS_MILLISECONDS,
    keepAliveMilliseconds: KEEP_ALIVE_MILLISECONDS,
  };
  const { log } = options;
  let http: HttpServer | undefined;
  const handOver = (socket: Socket) => (http ??= new HttpServer(all)).take(socket);
  // As node:http accepts connections.
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  const plain = options.readsPlain === false ? undefined : new PlainConnections(all, handOver);
  const open = new Set<Socket>();
  const most = options.maxConnections ?? limits.connections;
  const full = `There are ${most} open connections, the most this server takes.`;
  const refused = new Occasionally((count) => log.write('warn', TARGET, `${full} ${count} more were refused.`));
  // Those that are refused are still open until they have read so. More of them than this are closed without a word.
  server.maxConnections = most + limits.refusedConnections;
  server.on('drop', () => refused.happened());
  server.on('connection', (socket) => {
    socket.once('close', () => open.delete(socket));
    if (open.size >= most) {
      refused.happened();
      lastAnswer(socket, textAnswer('503 Service Unavailable', `${full} Try again when one is closed.\n`));
      return;
    }
    open.add(socket);
    if (open.size > most * CROWDED && !plain?.closeLongestIdle()) http?.closeIdle();
    if (plain) plain.take(socket);
    else handOver(socket);
  });
  await listen(server, options);
  const failed = new Occasionally((count) => log.write('warn', TARGET, `${count} connections could not be accepted.`));
  server.on('error', () => failed.happened());
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    async close(graceMilliseconds = 0) {
      const closed = new Promise((resolve) => server.close(resolve));
      const isBusy = () =>
        all.waiting.size > 0 || http?.isBusy || [...open].some((socket) => socket.writableLength > 0);
      const end = performance.now() + graceMilliseconds;
      while (isBusy() && performance.now() < end) await pause(LOOK_MILLISECONDS);
      for (const client of all.waiting.items()) client.cancel();
      http?.close();
      for (const socket of open) socket.destroy();
      await closed;
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
