import type { Socket } from 'node:net';
import { type HttpOptions, handleHttp } from './http.ts';
import { BAD_REQUEST } from './plainAnswer.ts';
import type { SocketOptions } from './websocket.ts';

export interface HttpServerOptions extends HttpOptions, SocketOptions {
  /** How long a request may take to arrive, and its head. */
  readonly requestMilliseconds: number;
  readonly headersMilliseconds: number;
  /** How long a connection is kept between two requests. */
  readonly keepAliveMilliseconds: number;
}

const CHECK_MILLISECONDS = 5_000;

/**
 * Answers all that HTTP and WebSocket know, with node:http, on connections that others accept. Made when the first of them
 * comes: a tenth of a start would go into loading it, and most clients send nothing but plain requests.
 */
export class HttpServer {
  readonly #server;
  #sockets: Promise<import('./websocket.ts').Sockets> | undefined;

  constructor(options: HttpServerOptions) {
    const server = process.getBuiltinModule('node:http').createServer({
      // A body that trickles in is given up with its request.
      requestTimeout: options.requestMilliseconds,
      headersTimeout: options.headersMilliseconds,
      keepAliveTimeout: options.keepAliveMilliseconds,
      connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, options.headersMilliseconds),
    });
    server.on('request', (request, response) => {
      handleHttp(request, response, options).catch((error: unknown) => {
        options.log.write('error', 'starbox::http', `Failed to answer: ${String(error)}`);
        response.destroy();
      });
    });
    server.on('upgrade', (request, socket, head) => {
      // Loaded with the first socket: most clients never open one.
      this.#sockets ??= import('./websocket.ts').then(({ Sockets }) => new Sockets(options));
      this.#sockets.then((loaded) => loaded.upgrade(request, socket, head)).catch(() => socket.destroy());
    });
    server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end(BAD_REQUEST);
      else socket.destroy();
    });
    // It does not listen itself, but only one that does looks after slow requests.
    server.emit('listening');
    this.#server = server;
  }

  take(socket: Socket): void {
    this.#server.emit('connection', socket);
  }

  async close(): Promise<void> {
    (await this.#sockets)?.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
