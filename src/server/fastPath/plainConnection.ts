// A connection whose client sends one plain request after the other, each answered with one write. With the first
// bytes that are anything else it goes to node:http, for good, as if it had been there from the start.
import type { Socket } from 'node:net';
import { limits } from '../../protocol/limits.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { type AccessPolicy, corsHeaders, refuse } from '../access.ts';
import { answerRpc, isJsonContent } from '../answerRpc.ts';
import type { Deadlines } from '../deadlines.ts';
import type { Log } from '../log/log.ts';
import { budgetRefusal, type MemoryBudget, type MemoryShare } from '../memoryBudget.ts';
import { piecesOf, writePieces } from '../pieces.ts';
import { Waiting } from '../waiting.ts';
import { Gathered } from './gathered.ts';
import {
  BAD_REQUEST,
  chunkedHead,
  chunkOf,
  jsonHeaders,
  LAST_CHUNK,
  plainAnswer,
  timeoutAnswer,
  unavailableAnswer,
} from './plainAnswer.ts';
import { type Extent, extentOf, MAX_PLAIN_HEAD, type PlainHead, readPlainHead } from './plainRequest.ts';

/** What all such connections share. */
export interface PlainContext {
  readonly hub: Hub;
  readonly log: Log;
  readonly access: AccessPolicy;
  readonly bodyLimitBytes: number;
  readonly memory: MemoryBudget;
  /** Connections whose body is coming: each must bring some of it in time. */
  readonly receiving: Deadlines<PlainConnection>;
  /** The end of an answer's head. */
  readonly keepAliveEnd: string;
  /** Those who wait for an answer. */
  readonly waiting: Deadlines<Waiting>;
  /** Connections on which nothing has come yet. */
  readonly silent: Deadlines<PlainConnection>;
  /** Connections between two requests. */
  readonly idle: Deadlines<PlainConnection>;
  /** Connections whose last answer the client has not taken yet. */
  readonly ending: Deadlines<PlainConnection>;
  /** Lets node:http take a connection. */
  readonly handOver: (socket: Socket) => void;
}

type State =
  /** Nothing has come yet, or all that came is answered. */
  | 'idle'
  /** A head has come and not all of its body. */
  | 'reading'
  | 'answering'
  /** The answer is larger than what the client has taken of it. */
  | 'sending'
  /** A long answer is written piece by piece. */
  | 'writing'
  /** Nothing more is read. */
  | 'ending';

/** A head that may pass. */
interface Passed extends PlainHead {
  /** Headers of its answers. */
  readonly headers: string;
}

export class PlainConnection {
  readonly #socket: Socket;
  readonly #context: PlainContext;
  readonly #waiting: Waiting;
  #state: State = 'idle';
  /** Where it is counted how long this connection rests. */
  #resting: Deadlines<PlainConnection>;
  /** The head of this request or of the one before: those of one client are mostly alike. */
  #head: Passed | undefined;
  /** Of a request that was not all there at once: how large it is, and what has come. */
  #extent: Extent | undefined;
  #gathered: Gathered | undefined;
  /** What had come of the body when it was last looked at. */
  #gatheredBefore = 0;
  /** What this connection holds of the memory for requests and answers. */
  readonly #share: MemoryShare;
  /** What came too early, while a request was being answered. */
  #early: Buffer | undefined;

  constructor(socket: Socket, context: PlainContext) {
    this.#socket = socket;
    this.#context = context;
    // A connection is closed when its request is given up, so one cancellation does for all of its requests.
    this.#waiting = new Waiting(() => this.#end(timeoutAnswer(corsHeaders(this.#head?.origin, context.access))));
    this.#share = context.memory.share(() => this.destroy());
    this.#resting = context.silent;
    this.#resting.add(this);
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  /** Ends the connection of a client that sent no request, or not all of one. */
  refuse(): void {
    this.#end(BAD_REQUEST);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Ends the connection of a client whose body comes too slowly. */
  checkRate(): void {
    const gathered = this.#gathered;
    if (!gathered) return;
    if (gathered.size - this.#gatheredBefore < limits.bodyBytesPerWindow) {
      this.#end(timeoutAnswer(corsHeaders(this.#head?.origin, this.#context.access)));
      return;
    }
    this.#gatheredBefore = gathered.size;
    this.#context.receiving.add(this);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#state === 'idle') this.#begin(chunk);
    else if (this.#state === 'reading') this.#continue(chunk);
    else if (this.#state !== 'ending') {
      // A request sent before the answer to the one before. It waits, so that answers keep their order.
      this.#early = chunk;
      this.#socket.pause();
    }
  };

  readonly #onDrain = (): void => {
    if (this.#state !== 'sending') return;
    this.#share.end();
    this.#rest();
  };

  readonly #onEnd = (): void => {
    if (this.#state === 'reading') this.refuse();
    else this.#socket.end();
  };

  // The socket closes by itself.
  readonly #onError = (): void => undefined;

  readonly #onClose = (): void => {
    this.#share.end();
    this.#context.receiving.delete(this);
    this.#resting.delete(this);
    this.#context.waiting.delete(this.#waiting);
  };

  /** node:http takes over, from these bytes on. */
  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('drain', this.#onDrain);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#onClose();
    this.#context.handOver(socket);
    socket.emit('data', bytes);
    // Only where we stopped it ourselves: after an upgrade it waits for the WebSocket.
    if (socket.readableFlowing === false) socket.resume();
  }

  #begin(chunk: Buffer): void {
    const extent = this.#measure(chunk);
    if (!extent || chunk.length > sizeOf(extent)) {
      this.#handOver(chunk);
      return;
    }
    this.#resting.delete(this);
    this.#context.waiting.add(this.#waiting);
    if (chunk.length === sizeOf(extent)) this.#answer(chunk, extent);
    else {
      this.#state = 'reading';
      this.#extent = extent;
      this.#gathered = new Gathered();
      this.#gatheredBefore = 0;
      this.#context.receiving.add(this);
      this.#gather(chunk);
    }
  }

  /** Keeps what has come of a body; false when there is no room for it. */
  #gather(chunk: Buffer): boolean {
    const gathered = this.#gathered!;
    gathered.add(chunk);
    const held = gathered.capacity - limits.uncountedBytes;
    if (held <= this.#share.bytes || this.#share.take(held - this.#share.bytes)) return true;
    this.#gathered = undefined;
    this.#refuseForMemory();
    return false;
  }

  #refuseForMemory(): void {
    const { access, memory } = this.#context;
    this.#end(unavailableAnswer(corsHeaders(this.#head?.origin, access), budgetRefusal(memory.limitBytes)));
  }

  #continue(chunk: Buffer): void {
    const gathered = this.#gathered!;
    const extent = this.#extent!;
    if (!this.#gather(chunk) || gathered.size < sizeOf(extent)) return;
    this.#gathered = undefined;
    this.#context.receiving.delete(this);
    if (gathered.size === sizeOf(extent)) this.#answer(gathered.bytes(), extent);
    else this.#handOver(gathered.bytes());
  }

  /** The extent of a request whose head is plain and may pass. Refusals are for node:http to make. */
  #measure(chunk: Buffer): Extent | undefined {
    const { access, bodyLimitBytes } = this.#context;
    const text = chunk.toString('latin1', 0, MAX_PLAIN_HEAD);
    let extent = this.#head && extentOf(text, this.#head);
    if (!extent) {
      const head = readPlainHead(text);
      if (!head || !isJsonContent(head.contentType)) return undefined;
      if (refuse(head.host, head.origin, access) !== undefined) return undefined;
      this.#head = { ...head, headers: jsonHeaders(corsHeaders(head.origin, access)) };
      extent = extentOf(text, head);
    }
    return extent && extent.body <= bodyLimitBytes ? extent : undefined;
  }

  #answer(request: Buffer, extent: Extent): void {
    const head = this.#head!;
    const held = request.length > limits.uncountedBytes ? limits.handledFactor * request.length : 0;
    if (held > this.#share.bytes && !this.#share.take(held - this.#share.bytes)) {
      this.#refuseForMemory();
      return;
    }
    this.#state = 'answering';
    this.#share.handle();
    answerRpc(head.path, request.subarray(extent.head), this.#waiting, this.#context)
      .then((answer) => {
        this.#share.end();
        if (typeof answer === 'string') return this.#send(head, answer);
        return answer && this.#sendPieces(head, answer);
      })
      .catch((error: unknown) => {
        this.#context.log.write('error', 'starbox::http', `Failed to answer: ${String(error)}`);
        this.#socket.destroy();
      });
  }

  #send({ headers }: Passed, answer: string): Promise<void> | void {
    this.#context.waiting.delete(this.#waiting);
    if (!this.#socket.writable) return;
    const size = Buffer.byteLength(answer);
    if (size > limits.answerPieceChars) {
      return this.#sendLong(headers, size, answer);
    }
    const text = plainAnswer(headers, this.#context.keepAliveEnd, size, answer);
    // Where each character is a byte, they are written without a look at each of them.
    const isTaken = this.#socket.write(text, size === answer.length ? 'latin1' : 'utf8');
    if (isTaken) this.#rest();
    else {
      this.#state = 'sending';
      this.#holdUnread(this.#socket.writableLength);
    }
  }

  /** Sends a long answer as fast as the client takes it. */
  async #sendLong(headers: string, size: number, answer: string): Promise<void> {
    this.#state = 'writing';
    if (!this.#holdUnread(size)) return;
    this.#socket.write(plainAnswer(headers, this.#context.keepAliveEnd, size, ''));
    const isSent = await writePieces(this.#socket, piecesOf(answer), (piece) => this.#share.give(piece.length));
    this.#share.end();
    if (isSent) this.#rest();
  }

  /** Sends an answer whose later pieces are made when the client has taken those before. */
  async #sendPieces({ headers }: Passed, answer: AsyncIterable<string>): Promise<void> {
    if (!this.#socket.writable) return;
    this.#state = 'writing';
    this.#socket.write(chunkedHead(headers, this.#context.keepAliveEnd));
    const isSent = await writePieces(this.#socket, this.#chunks(answer), (chunk) => this.#share.give(chunk.length));
    this.#context.waiting.delete(this.#waiting);
    this.#share.end();
    if (!isSent) return;
    this.#socket.write(LAST_CHUNK);
    this.#rest();
  }

  async *#chunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of pieces)
      for (const part of piecesOf(piece)) {
        if (!this.#holdUnread(part.length)) return;
        yield chunkOf(part);
      }
  }

  /** Counts an answer that the client has not taken yet; without room for it the connection is closed. */
  #holdUnread(bytes: number): boolean {
    if (this.#share.take(bytes)) return true;
    this.#context.log.write(
      'warn',
      'starbox::http',
      `A connection is closed: ${budgetRefusal(this.#context.memory.limitBytes)}`,
    );
    this.destroy();
    return false;
  }

  /** The answer is out. */
  #rest(): void {
    this.#state = 'idle';
    if (this.#early) this.#handOver(this.#early);
    else this.#restAmong(this.#context.idle);
  }

  #restAmong(deadlines: Deadlines<PlainConnection>): void {
    this.#resting.delete(this);
    this.#resting = deadlines;
    deadlines.add(this);
  }

  #end(lastWords: string): void {
    // After the beginning of an answer there is nothing else to say.
    if (this.#state === 'writing') {
      this.destroy();
      return;
    }
    this.#state = 'ending';
    this.#context.waiting.delete(this.#waiting);
    this.#context.receiving.delete(this);
    this.#share.end();
    // A client that does not even take these is not waited for.
    this.#restAmong(this.#context.ending);
    this.#socket.end(lastWords, () => this.#socket.destroy());
  }
}

const sizeOf = ({ head, body }: Extent): number => head + body;
