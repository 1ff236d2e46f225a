import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { limits } from '../protocol/limits.ts';
import type { Hub } from '../sandbox/hub.ts';
import { type AccessPolicy, refuse } from './access.ts';
import type { Log } from './log.ts';

export interface SocketOptions {
  readonly hub: Hub;
  readonly access: AccessPolicy;
  readonly log: Log;
  readonly maxSockets?: number;
  readonly stallMilliseconds?: number;
}

const TARGET = 'starbox::socket';

/** Accepts WebSocket connections on /ws. */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socketMessageBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  /** Answers an upgrade request: the same checks as for any other request, then the handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { access } = this.#options;
    const refused = refuse(request.headers.host, request.headers.origin, access);
    if (refused) {
      turnAway(socket, '403 Forbidden', refused);
      return;
    }
    if ((request.url ?? '').split('?', 1)[0] !== '/ws') {
      turnAway(socket, '404 Not Found', '');
      return;
    }
    const most = this.#options.maxSockets ?? limits.sockets;
    if (this.#server.clients.size >= most)
      turnAway(socket, '503 Service Unavailable', `There are ${most} open WebSockets, the most this server takes.\n`);
    else this.#server.handleUpgrade(request, socket, head, (connection) => this.#serve(connection));
  }

  #serve(socket: WebSocket): void {
    const { hub, log } = this.#options;
    log.write('info', TARGET, 'New websocket connection!');
    const sender = new Sender(socket, this.#options.stallMilliseconds ?? limits.queueStallMilliseconds, () =>
      log.write('warn', TARGET, 'Disconnecting websocket: output queue is full or closed'),
    );
    const session = hub.open((text) => sender.send(text));
    let waiting = 0;
    socket.on('message', (data) => {
      // Reading stops while too many requests wait, so a fast writer is slowed down, not buffered.
      if (++waiting >= limits.queuedRequests) socket.pause();
      session
        .receive(textOf(data))
        .catch((error: unknown) => log.write('error', TARGET, `Failed to answer: ${String(error)}`))
        .finally(() => {
          if (--waiting < limits.queuedRequests / 2 && socket.isPaused) socket.resume();
        });
    });
    socket.on('error', (error) => log.write('error', TARGET, `Failed socket read: ${error.message}`));
    socket.on('close', () => {
      hub.close(session);
      log.write('info', TARGET, 'Websocket disconnected');
    });
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}

/** Sends texts, and cuts off a reader that lets too much pile up. A long back-fill alone is no reason: only a stall is. */
class Sender {
  readonly #socket: WebSocket;
  readonly #stallMilliseconds: number;
  readonly #onOverflow: () => void;
  #pending = 0;
  /** When a message last left, or began to wait. */
  #progress = 0;

  constructor(socket: WebSocket, stallMilliseconds: number, onOverflow: () => void) {
    this.#socket = socket;
    this.#stallMilliseconds = stallMilliseconds;
    this.#onOverflow = onOverflow;
  }

  send(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.#pending === 0) this.#progress = performance.now();
    const stalled =
      this.#pending >= limits.queuedMessages && performance.now() - this.#progress > this.#stallMilliseconds;
    if (stalled || socket.bufferedAmount > limits.queuedBytes) {
      this.#onOverflow();
      socket.terminate();
      return;
    }
    this.#pending++;
    socket.send(text, () => {
      this.#pending--;
      this.#progress = performance.now();
    });
  }
}

function textOf(data: RawData): string {
  if (Buffer.isBuffer(data)) return data.toString('utf8');
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)).toString('utf8');
}

function turnAway(socket: Duplex, status: string, body: string): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
