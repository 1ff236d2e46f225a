import type { Socket } from 'node:net';
import { BAD_REQUEST } from './fastPath/plainAnswer.ts';
import { type HttpOptions, handleHttp } from './http.ts';
import { lastAnswer } from './lastAnswer.ts';
import type { SocketOptions, Sockets } from './websocket.ts';

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
  #loading: Promise<Sockets> | undefined;
  #sockets: Sockets | undefined;

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
      // From here on nobody else listens: a client that goes away now must not end the process.
      socket.on('error', () => socket.destroy());
      // Loaded with the first socket: most clients never open one.
      this.#loading ??= import('./websocket.ts').then(({ Sockets }) => (this.#sockets = new Sockets(options)));
      this.#loading.then((loaded) => loaded.upgrade(request, socket, head)).catch(() => socket.destroy());
    });
    server.on('clientError', (_error, socket) => {
      if (socket.writable) lastAnswer(socket, BAD_REQUEST);
      else socket.destroy();
    });
    // It does not listen itself, but only one that does looks after slow requests.
    server.emit('listening');
    this.#server = server;
  }

  take(socket: Socket): void {
    this.#server.emit('connection', socket);
  }

  /** Closes the connections on which nothing is asked now. */
  closeIdle(): void {
    this.#server.closeIdleConnections();
  }

  /** Whether a message over a WebSocket waits for its answer. */
  get isBusy(): boolean {
    return this.#sockets?.isBusy ?? false;
  }

  /** Tells WebSockets that the node goes away, and stops looking after connections: whoever accepted them closes them. */
  close(): void {
    this.#sockets?.close();
    this.#server.close();
  }
}
