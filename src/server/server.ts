import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../protocol/limits.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { AccessPolicy } from './access.ts';
import { Deadlines } from './deadlines.ts';
import { handleHttp, type UiFile } from './http.ts';
import type { Log } from './log.ts';
import { BAD_REQUEST } from './plainAnswer.ts';
import { readPlain } from './plainConnections.ts';
import type { Waiting } from './waiting.ts';

export interface ServerOptions {
  readonly hub: Hub;
  readonly host: string;
  readonly port: number;
  readonly timeoutSeconds: number;
  readonly bodyLimitBytes: number;
  readonly access: AccessPolicy;
  readonly log: Log;
  readonly maxSockets?: number;
  readonly stallMilliseconds?: number;
  readonly maxConnections?: number;
  readonly ui?: ((path: string) => UiFile | undefined) | undefined;
  /** Whether plain requests are read and answered without node:http, which says the same in more time. */
  readonly readsPlain?: boolean;
}

export interface RunningServer {
  readonly host: string;
  /** The port in use, also when 0 was asked for. */
  readonly port: number;
  close(): Promise<void>;
}

const HEADERS_MILLISECONDS = 20_000;
const KEEP_ALIVE_MILLISECONDS = 30_000;

/** Listens for HTTP and WebSocket requests; rejects with Node's error when the address cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log } = options;
  // Also with a timeout of 0 a fast call succeeds.
  const timeoutMilliseconds = Math.max(options.timeoutSeconds * 1000, 20);
  const waiting = new Deadlines<Waiting>(timeoutMilliseconds, (client) => client.giveUp());
  const http = { ...options, waiting };
  const server = createServer({
    // A body that trickles in is given up with its request.
    requestTimeout: timeoutMilliseconds + HEADERS_MILLISECONDS,
    headersTimeout: HEADERS_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    connectionsCheckingInterval: 5_000,
  });
  server.maxConnections = options.maxConnections ?? limits.connections;
  server.on('request', (request, response) => {
    handleHttp(request, response, http).catch((error: unknown) => {
      log.write('error', 'starbox::http', `Failed to answer: ${String(error)}`);
      response.destroy();
    });
  });
  let sockets: Promise<import('./websocket.ts').Sockets> | undefined;
  server.on('upgrade', (request, socket, head) => {
    // Loaded with the first socket: most clients never open one.
    sockets ??= import('./websocket.ts').then(({ Sockets }) => new Sockets(options));
    sockets.then((loaded) => loaded.upgrade(request, socket, head)).catch(() => socket.destroy());
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(BAD_REQUEST);
    else socket.destroy();
  });
  const closePlain =
    options.readsPlain === false
      ? undefined
      : readPlain(server, {
          ...http,
          silentMilliseconds: HEADERS_MILLISECONDS,
          keepAliveMilliseconds: KEEP_ALIVE_MILLISECONDS,
        });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    async close() {
      (await sockets)?.close();
      closePlain?.();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
