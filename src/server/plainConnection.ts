// A connection whose client sends one plain request after the other, each answered with one write. With the first
// bytes that are anything else it goes to node:http, for good, as if it had been there from the start.
import type { Socket } from 'node:net';
import { corsHeaders, refuse } from './access.ts';
import { answerRpc, isJsonContent } from './answerRpc.ts';
import { Deadlines } from './deadlines.ts';
import type { HttpOptions } from './http.ts';
import { MAX_PLAIN_HEAD, type PlainHead, readPlainHead } from './plainRequest.ts';
import { Waiting } from './waiting.ts';

export interface PlainOptions extends HttpOptions {
  /** How long a new connection may stay silent. */
  readonly silentMilliseconds: number;
  /** How long a connection is kept between two requests, as answers tell. */
  readonly keepAliveMilliseconds: number;
  /** Lets node:http take a connection. */
  readonly handOver: (socket: Socket) => void;
}

/** The answer to what is no request. */
export const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n';

/** The time between what is told to clients and what is done, so that no request meets a closing connection. */
const KEEP_ALIVE_GRACE = 1000;

/** All connections that are in our own hands. */
export class PlainConnections {
  readonly options: PlainOptions;
  readonly open = new Set<PlainConnection>();
  readonly silent: Deadlines<PlainConnection>;
  readonly idle: Deadlines<PlainConnection>;
  readonly keepAliveText: string;

  constructor(options: PlainOptions) {
    this.options = options;
    this.silent = new Deadlines(options.silentMilliseconds, (connection) => connection.refuse());
    this.idle = new Deadlines(options.keepAliveMilliseconds + KEEP_ALIVE_GRACE, ({ socket }) => socket.destroy());
    this.keepAliveText = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.keepAliveMilliseconds / 1000)}\r\n\r\n`;
  }

  accept(socket: Socket): void {
    this.open.add(new PlainConnection(socket, this));
  }

  close(): void {
    for (const { socket } of this.open) socket.destroy();
  }
}

/** A head that may pass, with what its answers begin with. */
interface Passed extends PlainHead {
  /** The headers of an answer between its length and its date. */
  readonly headers: string;
}

type State =
  /** Nothing has come yet, or all that came is answered. */
  | 'idle'
  /** A head has come and not all of its body. */
  | 'reading'
  | 'answering'
  /** The answer is larger than what the client has taken of it. */
  | 'sending'
  /** Nothing more is read. */
  | 'ending';

class PlainConnection {
  readonly socket: Socket;
  readonly #all: PlainConnections;
  #state: State = 'idle';
  /** Where it is counted how long this connection rests. */
  #resting: Deadlines<PlainConnection>;
  /** The head of this request or of the one before: a client's heads are mostly alike. */
  #head: Passed | undefined;
  #waiting: Waiting;
  /** What has come of a request that is not all there. */
  #chunks: Buffer[] = [];
  #missing = 0;
  /** What came too early, while a request was being answered. */
  #early: Buffer | undefined;

  constructor(socket: Socket, all: PlainConnections) {
    this.socket = socket;
    this.#all = all;
    this.#waiting = new Waiting(() => this.#timeOut());
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
    this.#resting = all.silent;
    this.#resting.add(this);
  }

  /** node:http takes over, from these bytes on. */
  #handOver(bytes: Buffer): void {
    const { socket } = this;
    socket.off('data', this.#onData);
    socket.off('drain', this.#onDrain);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#onClose();
    this.#all.options.handOver(socket);
    socket.emit('data', bytes);
    // Only where we stopped it ourselves: after an upgrade it waits for the WebSocket.
    if (socket.readableFlowing === false) socket.resume();
  }

  readonly #onClose = (): void => {
    this.#all.open.delete(this);
    this.#resting.delete(this);
    this.#all.options.waiting.delete(this.#waiting);
  };

  // The socket closes by itself.
  readonly #onError = (): void => undefined;

  readonly #onEnd = (): void => {
    // Whoever closes in the middle of a request has sent none; else there is nothing to say.
    if (this.#state === 'reading') this.refuse();
    else this.socket.end();
  };

  readonly #onDrain = (): void => {
    if (this.#state === 'sending') this.#rest();
  };

  readonly #onData = (chunk: Buffer): void => {
    switch (this.#state) {
      case 'idle':
        this.#begin(chunk);
        break;
      case 'reading':
        this.#continue(chunk);
        break;
      case 'ending':
        break;
      default:
        // A request sent before the answer to the one before. It waits, so that answers keep their order.
        this.#early = chunk;
        this.socket.pause();
    }
  };

  #begin(chunk: Buffer): void {
    const head = this.#headOf(chunk);
    const missing = head ? head.text.length + head.contentLength - chunk.length : -1;
    if (!head || missing < 0) {
      this.#handOver(chunk);
      return;
    }
    this.#resting.delete(this);
    this.#all.options.waiting.add(this.#waiting);
    if (missing === 0) this.#answer(head, chunk.toString('utf8', head.text.length));
    else {
      this.#state = 'reading';
      this.#chunks = [chunk];
      this.#missing = missing;
    }
  }

  #headOf(chunk: Buffer): Passed | undefined {
    const text = chunk.toString('latin1', 0, MAX_PLAIN_HEAD);
    if (this.#head && text.startsWith(this.#head.text)) return this.#head;
    const head = readPlainHead(text);
    const { access, bodyLimitBytes } = this.#all.options;
    // Refusals are made in one place, which is not here.
    if (!head || head.contentLength > bodyLimitBytes || !isJsonContent(head.contentType)) return undefined;
    if (refuse(head.host, head.origin, access) !== undefined) return undefined;
    this.#head = { ...head, headers: `\r\ncontent-type: application/json${linesOf(corsHeaders(head.origin, access))}` };
    return this.#head;
  }

  #continue(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#missing -= chunk.length;
    if (this.#missing > 0) return;
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    const head = this.#head!;
    if (this.#missing === 0) this.#answer(head, bytes.toString('utf8', head.text.length));
    else this.#handOver(bytes);
  }

  #answer(head: Passed, body: string): void {
    const { options } = this.#all;
    this.#state = 'answering';
    answerRpc(head.path, body, this.#waiting, options)
      .then((answer) => {
        if (answer === undefined) return;
        options.waiting.delete(this.#waiting);
        this.#send(head, answer);
      })
      .catch((error: unknown) => {
        options.log.write('error', 'starbox::http', `Failed to answer: ${String(error)}`);
        this.socket.destroy();
      });
  }

  #send({ headers }: Passed, answer: string): void {
    if (!this.socket.writable) return;
    const size = Buffer.byteLength(answer);
    const text = `HTTP/1.1 200 OK\r\ncontent-length: ${size}${headers}${dateLine()}${this.#all.keepAliveText}${answer}`;
    // Characters that are single bytes anyway are written without a look at each of them.
    const taken = this.socket.write(text, size === answer.length ? 'latin1' : 'utf8');
    if (taken) this.#rest();
    else this.#state = 'sending';
  }

  /** The answer is out. */
  #rest(): void {
    this.#state = 'idle';
    if (this.#early) this.#handOver(this.#early);
    else {
      this.#resting = this.#all.idle;
      this.#resting.add(this);
    }
  }

  /** Ends the connection of a client that sent no request, or not all of one. */
  refuse(): void {
    this.#end(BAD_REQUEST);
  }

  #timeOut(): void {
    const cors = linesOf(corsHeaders(this.#head!.origin, this.#all.options.access));
    this.#end(`HTTP/1.1 408 Request Timeout\r\ncontent-length: 0${cors}\r\nconnection: close${dateLine()}\r\n\r\n`);
  }

  #end(lastWords: string): void {
    this.#state = 'ending';
    this.#all.options.waiting.delete(this.#waiting);
    // A client that does not even take this is not waited for.
    this.#resting = this.#all.idle;
    this.#resting.add(this);
    this.socket.end(lastWords, () => this.socket.destroy());
  }
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `\r\n${name}: ${value}`)
    .join('');

let dateSecond = 0;
let dateText = '';

/** The date header, written once a second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = `\r\nDate: ${new Date(second * 1000).toUTCString()}`;
  }
  return dateText;
}
