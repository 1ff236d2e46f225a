import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { limits } from '../protocol/limits.ts';
import { transit } from '../protocol/transit.ts';
import type { OlderSpec } from '../rpc/spec/olderSpec.ts';
import { specPath } from '../rpc/specVersions.ts';
import type { Hub } from '../sandbox/hub.ts';
import { type AccessPolicy, refuseRequest } from './access.ts';
import type { Box } from './boxes/box.ts';
import type { BoxRegistry } from './boxes/boxRegistry.ts';
import { NO_BOX, routeOf } from './boxes/boxRoute.ts';
import { lastAnswer, textAnswer } from './lastAnswer.ts';
import type { Log } from './log/log.ts';
import { budgetRefusal, type MemoryBudget, type MemoryShare } from './memoryBudget.ts';
import { Pings } from './pings.ts';

export interface SocketOptions {
  readonly hub: Hub;
  readonly boxes?: BoxRegistry | undefined;
  readonly access: AccessPolicy;
  readonly log: Log;
  readonly memory: MemoryBudget;
  readonly maxSockets?: number;
  readonly stallMilliseconds?: number;
  /** How often clients get a ping, which they have to answer before the next one. Default: never. */
  readonly pingSeconds?: number | undefined;
}

const TARGET = 'starbox::socket';
/** The close code of a server that shuts down (RFC 6455). */
const GOING_AWAY = 1001;
/** The close code of a client that breaks a rule (RFC 6455). */
const POLICY_VIOLATION = 1008;
/** The pause between the answer to a subscription and its first notification, so that even a busy client reads the answer first. */
const APART_MILLISECONDS = 10;
/** How long a client that is told to go has to close its socket. */
const CLOSE_MILLISECONDS = 1000;
/** How long to wait for an answer to be written. */
const STUCK_MILLISECONDS = 1000;

/** Accepts WebSocket connections on /ws and /ws/rpc/VERSION, and on these below the path of a box. */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socketMessageBytes,
    perMessageDeflate: false,
    // A client that sends pings and reads nothing would fill the queue with pongs.
    autoPong: false,
    clientTracking: true,
  });
  /** The number of unanswered messages of all sockets. */
  #unanswered = 0;

  readonly #pings: Pings | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    const { pingSeconds, log } = options;
    if (pingSeconds !== undefined)
      this.#pings = new Pings(this.#server.clients, pingSeconds * 1000, (socket) => {
        const reason = `no answer to a ping within ${pingSeconds} s`;
        log.write('warn', TARGET, `Disconnecting websocket: ${reason}`);
        sendAway(socket, POLICY_VIOLATION, reason);
      });
  }

  get isBusy(): boolean {
    return this.#unanswered > 0;
  }

  /** Answers an upgrade request: the same checks as for any other request, then the handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access } = this.#options;
    const refused = refuseRequest(request, access);
    if (refused) {
      const status = refused.status.slice(0, 3);
      this.#options.log.refused(status, `Refused a WebSocket with ${status}: ${refused.text.trimEnd()}`);
      lastAnswer(socket, textAnswer(refused.status, refused.text));
      return;
    }
    const route = routeOf(request.url ?? '', this.#options.boxes);
    const versioned = route && specPath(route.path);
    const spec = versioned?.kind === 'served' && versioned.path === '/ws' ? versioned.spec : undefined;
    if (!route || (route.path !== '/ws' && (versioned?.kind !== 'served' || versioned.path !== '/ws'))) {
      const text = route ? (versioned?.kind === 'unknown' ? `${versioned.text}\n` : '') : NO_BOX;
      const reason = text.trimEnd() || 'WebSockets are at /ws.';
      this.#options.log.refused(
        '404',
        `Refused a WebSocket to ${(request.url ?? '').slice(0, 100)} with 404: ${reason}`,
      );
      lastAnswer(socket, textAnswer('404 Not Found', text));
      return;
    }
    const most = this.#options.maxSockets ?? limits.sockets;
    if (this.#server.clients.size >= most)
      lastAnswer(
        socket,
        textAnswer('503 Service Unavailable', `There are ${most} open WebSockets, the most this server takes.\n`),
      );
    else this.#server.handleUpgrade(request, socket, head, (opened) => this.#serve(opened, socket, route.box, spec));
  }

  #serve(socket: WebSocket, connection: Duplex, box: Box | undefined, spec: OlderSpec | undefined): void {
    const { log, memory } = this.#options;
    const hub = box?.hub ?? this.#options.hub;
    const client = { cut: () => sendAway(socket, GOING_AWAY, 'The box was dropped.') };
    box?.enter(client);
    this.#pings?.follow(socket);
    log.write('info', TARGET, 'New websocket connection!');
    const stall = this.#options.stallMilliseconds ?? transit.queueStallMilliseconds;
    const sender = new Sender(socket, connection, memory, stall, () =>
      log.write('warn', TARGET, 'Disconnecting websocket: output queue is full or closed'),
    );
    const received = memory.share();
    const refuseForMemory = () => {
      log.write('warn', TARGET, `Disconnecting websocket: ${budgetRefusal(memory.limitBytes)}`);
      socket.terminate();
    };
    const session = hub.open(
      (text) => sender.send(text),
      (text) => sender.sendApart(text),
      spec,
      () => socket.terminate(),
    );
    let waiting = 0;
    // Bytes of an incomplete message.
    let coming = 0;
    connection.on('data', (chunk: Buffer) => {
      coming += chunk.length;
      if (coming > transit.uncountedBytes && !received.take(chunk.length)) refuseForMemory();
    });
    socket.on('message', (data) => {
      const size = sizeOf(data);
      received.give(coming);
      coming = 0;
      const held = size > transit.uncountedBytes ? transit.handledFactor * size : 0;
      if (!received.take(held)) return refuseForMemory();
      // Backpressure: reading stops while too many requests wait.
      if (++waiting >= limits.queuedRequests || received.bytes > limits.queuedBytes) socket.pause();
      this.#unanswered++;
      session
        .receive(bytesOf(data))
        .catch((error: unknown) => log.write('error', TARGET, `Failed to answer: ${String(error)}`))
        .finally(() => {
          this.#unanswered--;
          received.give(held);
          if (--waiting < limits.queuedRequests / 2 && received.bytes <= limits.queuedBytes && socket.isPaused)
            socket.resume();
        });
    });
    socket.on('ping', (data) => sender.pong(data));
    socket.on('error', (error) => log.write('error', TARGET, `Failed socket read: ${error.message}`));
    socket.on('close', () => {
      hub.close(session);
      box?.leave(client);
      sender.end();
      received.end();
      log.write('info', TARGET, 'Websocket disconnected');
    });
  }

  /** Tells every client that the node ends. server.ts closes the connections. */
  close(): void {
    this.#pings?.end();
    for (const socket of this.#server.clients) socket.close(GOING_AWAY);
    this.#server.close();
  }
}

/** Closes a socket, also if its client does not take part. */
function sendAway(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_MILLISECONDS).unref();
}

/** Sends texts, and disconnects a client that reads too slowly. A long queue alone is allowed: the client must also have stalled. */
class Sender {
  readonly #socket: WebSocket;
  readonly #connection: Duplex;
  readonly #share: MemoryShare;
  readonly #stallMilliseconds: number;
  readonly #onOverflow: () => void;
  #pending = 0;
  #isCorked = false;
  #isPonging = false;
  /** When a message was last written, or when the queue began. */
  #progress = 0;

  constructor(
    socket: WebSocket,
    connection: Duplex,
    memory: MemoryBudget,
    stallMilliseconds: number,
    onOverflow: () => void,
  ) {
    this.#socket = socket;
    this.#connection = connection;
    this.#share = memory.share(() => this.#cutOff());
    this.#stallMilliseconds = stallMilliseconds;
    this.#onOverflow = onOverflow;
  }

  /** Sends a text and resolves a little after it was written, so that the client reads it separately from the next one. */
  sendApart(text: string): Promise<void> {
    return new Promise((resolve) => {
      const next = () => {
        clearTimeout(stuck);
        setTimeout(resolve, APART_MILLISECONDS);
      };
      // If the client does not read, the limits of `send` apply to the next texts.
      const stuck = setTimeout(resolve, STUCK_MILLISECONDS);
      this.send(text, next);
    });
  }

  /** `onLeft` is called when the text was written or dropped. */
  send(text: string, onLeft?: () => void): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) {
      onLeft?.();
      return;
    }
    if (this.#pending === 0) this.#progress = performance.now();
    const stalled =
      this.#pending >= limits.queuedMessages && performance.now() - this.#progress > this.#stallMilliseconds;
    if (stalled || socket.bufferedAmount > limits.queuedBytes || !this.#share.take(text.length)) {
      this.#cutOff();
      onLeft?.();
      return;
    }
    this.#pending++;
    this.#gather();
    socket.send(text, () => {
      this.#pending--;
      this.#progress = performance.now();
      this.#share.give(text.length);
      onLeft?.();
    });
  }

  /** Combines texts that are sent in one turn into one write, because a system call for each notification is expensive. */
  #gather(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#connection.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#connection.uncork();
    });
  }

  /** Answers a ping, unless an earlier pong is still queued: the protocol requires only the latest. */
  pong(data: Buffer): void {
    const socket = this.#socket;
    if (this.#isPonging || socket.readyState !== socket.OPEN) return;
    this.#isPonging = true;
    socket.pong(data, false, () => {
      this.#isPonging = false;
    });
  }

  end(): void {
    this.#share.end();
  }

  #cutOff(): void {
    this.#onOverflow();
    this.#socket.terminate();
  }
}

const sizeOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;

function bytesOf(data: RawData): Uint8Array {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
