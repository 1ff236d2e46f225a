import type { Socket } from 'node:net';
import { BAD_REQUEST } from './fastPath/fastAnswer.ts';
import { type HttpOptions, handleHttp } from './http.ts';
import { lastAnswer } from './lastAnswer.ts';
import { Unanswered } from './unanswered.ts';
import type { SocketOptions, Sockets } from './websocket.ts';

export interface HttpServerOptions extends HttpOptions, SocketOptions {
  /** How long a whole request, and its head, may take to arrive. */
  readonly requestMilliseconds: number;
  readonly headersMilliseconds: number;
  /** How long a connection stays open between two requests. */
  readonly keepAliveMilliseconds: number;
}

const CHECK_MILLISECONDS = 5_000;

/**
 * Serves HTTP and WebSocket connections with node:http; server.ts accepts them. It is created with the first connection that the fast path
 * hands over, because loading node:http takes a tenth of the start and most clients never need it.
 */
export class HttpServer {
  readonly #server;
  #loading: Promise<Sockets> | undefined;
  #sockets: Sockets | undefined;

  constructor(options: HttpServerOptions) {
    const server = process.getBuiltinModule('node:http').createServer({
      // The timeout also ends requests whose body arrives too slowly.
      requestTimeout: options.requestMilliseconds,
      headersTimeout: options.headersMilliseconds,
      keepAliveTimeout: options.keepAliveMilliseconds,
      connectionsCheckingInterval: Math.min(CHECK_MILLISECONDS, options.headersMilliseconds),
    });
    const unanswered = new Unanswered();
    server.on('request', (request, response) => {
      unanswered.add(response);
      handleHttp(request, response, options).catch((error: unknown) => {
        options.log.write('error', 'starbox::http', `Failed to answer: ${String(error)}`);
        response.destroy();
      });
    });
    // As node:http answers by itself, but counted among the answers.
    server.on('checkExpectation', (_, response) => {
      unanswered.add(response);
      response.writeHead(417).end();
    });
    server.on('upgrade', (request, socket, head) => {
      // node:http does not handle errors of this socket any more. Without a handler, one would end the process.
      socket.on('error', () => socket.destroy());
      // Loaded with the first socket: most clients never open one.
      this.#loading ??= import('./websocket.ts').then(({ Sockets }) => (this.#sockets = new Sockets(options)));
      unanswered.afterAnswers(socket, () => {
        this.#loading!.then((loaded) => loaded.upgrade(request, socket, head)).catch(() => socket.destroy());
      });
    });
    // Without this, node:http closes the connection at once, and the answers to requests before are lost or not, by chance.
    server.on('connect', (_, socket) => {
      socket.on('error', () => socket.destroy());
      unanswered.afterAnswers(socket, () => socket.writable && lastAnswer(socket, BAD_REQUEST));
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // Clients that only close their connection are not worth a line.
      if (error.code !== 'ECONNRESET')
        options.log.refused(
          '400',
          `Refused bytes that are not an HTTP request with 400: ${error.code ?? error.message}`,
        );
      if (!socket.writable) socket.destroy();
      // The requests before are answered first, as if the bytes after them had come later.
      else unanswered.afterAnswers(socket, () => socket.writable && lastAnswer(socket, BAD_REQUEST));
    });
    // node:http checks timeouts only after this event, and this server never listens itself.
    server.emit('listening');
    this.#server = server;
  }

  take(socket: Socket): void {
    this.#server.emit('connection', socket);
  }

  /** Closes the idle connections. */
  closeIdle(): void {
    this.#server.closeIdleConnections();
  }

  /** Whether a message over a WebSocket waits for its answer. */
  get isBusy(): boolean {
    return this.#sockets?.isBusy ?? false;
  }

  /** Tells WebSocket clients that the node ends, and stops checking timeouts. server.ts closes the connections. */
  close(): void {
    this.#sockets?.close();
    this.#server.close();
  }
}
