// One connection on the fast path (fastPath.ts).
import type { Socket } from 'node:net';
import type { RequestMemory } from '../../budget/requestMemory.ts';
import type { TextParts } from '../../json/textParts.ts';
import { limits } from '../../protocol/limits.ts';
import { transit } from '../../protocol/transit.ts';
import { answerInParts, isComplete } from '../../rpc/answerText.ts';
import { corsHeaders, isJsonContent, refuse } from '../access.ts';
import type { Box, BoxClient } from '../boxes/box.ts';
import { ChunkBuffer } from '../chunkBuffer.ts';
import { budgetRefusal, type MemoryShare } from '../memoryBudget.ts';
import { PendingRequest } from '../pendingRequest.ts';
import { piecesOf, writePieces } from '../pieces.ts';
import type { Timeouts } from '../timeouts.ts';
import {
  answerHead,
  BAD_REQUEST,
  chunkedHead,
  chunkOf,
  jsonHeaders,
  LAST_CHUNK,
  timeoutAnswer,
  unavailableAnswer,
} from './fastAnswer.ts';
import type { FastContext, TimedConnection } from './fastContext.ts';
import { type Extent, extentOf, type FastHead, MAX_FAST_HEAD, readFastHead } from './fastRequest.ts';
import { byteLength, writeAnswer } from './writeAnswer.ts';

type State =
  /** Everything that was received is answered. */
  | 'idle'
  /** A head was received, but not all of its body. */
  | 'reading'
  | 'answering'
  /** The answer is written, but the client has not read all of it. */
  | 'sending'
  /** A long answer is being written piece by piece. */
  | 'writing'
  /** The last answer is written, and nothing more is read. */
  | 'ending';

/** A head that the access policy allows. */
interface AllowedHead extends FastHead {
  /** The headers of its answers. */
  readonly headers: string;
}

export class FastConnection implements BoxClient, TimedConnection {
  readonly #socket: Socket;
  readonly #context: FastContext;
  readonly #pending: PendingRequest;
  #state: State = 'idle';
  /** The timeouts that apply while no request is being answered. */
  #resting: Timeouts<TimedConnection>;
  /** The latest head. Requests of one client mostly have the same head except for the content length. */
  #head: AllowedHead | undefined;
  /** The box whose request is being answered. */
  #box: Box | undefined;
  /** For a request that arrives in several chunks: its size, and what has arrived. */
  #extent: Extent | undefined;
  #received: ChunkBuffer | undefined;
  /** How much had arrived at the last check of the rate. */
  #receivedBefore = 0;
  /** This connection's share of the memory for requests and answers. */
  readonly #share: MemoryShare;
  /** What the answer took while it was made, until it counts as unread. */
  #memory: RequestMemory | undefined;
  /** Whether a request was answered here. */
  #isReported = false;
  /** The next request, if it arrives before the current one is answered (pipelining). */
  #early: Buffer | undefined;

  constructor(socket: Socket, context: FastContext) {
    this.#socket = socket;
    this.#context = context;
    // A timeout closes the connection, so one object serves all of its requests.
    this.#pending = new PendingRequest(() => this.#end(timeoutAnswer(corsHeaders(this.#head?.origin, context.access))));
    this.#share = context.memory.share(() => this.destroy());
    this.#resting = context.silent;
    this.#resting.add(this);
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  refuse(): void {
    this.#end(BAD_REQUEST);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Stops the work for the answer, because the box has ended. */
  cut(): void {
    this.#pending.cancel();
    this.destroy();
  }

  checkRate(): void {
    const received = this.#received;
    if (!received) return;
    if (received.size - this.#receivedBefore < limits.bodyBytesPerWindow) {
      this.#end(timeoutAnswer(corsHeaders(this.#head?.origin, this.#context.access)));
      return;
    }
    this.#receivedBefore = received.size;
    this.#context.receiving.add(this);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#state === 'idle') this.#begin(chunk);
    else if (this.#state === 'reading') this.#continue(chunk);
    else if (this.#state !== 'ending') {
      // Pipelining: this request waits, so that answers keep their order.
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

  // Node closes the socket after an error.
  readonly #onError = (): void => undefined;

  readonly #onClose = (): void => {
    this.#share.end();
    this.#context.receiving.delete(this);
    this.#resting.delete(this);
    this.#context.pending.delete(this.#pending);
    this.#leaveBox();
  };

  #leaveBox(): void {
    this.#box?.leave(this);
    this.#box = undefined;
  }

  /** Hands the connection to node:http for good, beginning with these bytes. */
  #handOver(bytes: Buffer, reason: string): void {
    this.#context.reportPath('node:http', reason);
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('drain', this.#onDrain);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#onClose();
    this.#context.handOver(socket);
    socket.emit('data', bytes);
    // Only if this class paused it: an upgraded socket stays paused until the WebSocket reads.
    if (socket.readableFlowing === false) socket.resume();
  }

  #begin(chunk: Buffer): void {
    const extent = this.#measure(chunk);
    if (typeof extent === 'string') {
      this.#handOver(chunk, extent);
      return;
    }
    if (chunk.length > sizeOf(extent)) {
      this.#handOver(chunk, MORE_BYTES);
      return;
    }
    if (!this.#isReported) this.#context.reportPath('fast path');
    this.#isReported = true;
    this.#resting.delete(this);
    this.#context.pending.add(this.#pending);
    if (chunk.length === sizeOf(extent)) this.#answer(chunk, extent);
    else {
      this.#state = 'reading';
      this.#extent = extent;
      this.#received = new ChunkBuffer();
      this.#receivedBefore = 0;
      this.#context.receiving.add(this);
      this.#receive(chunk);
    }
  }

  /** Adds a chunk to the body; false if there is not enough memory for it. */
  #receive(chunk: Buffer): boolean {
    const received = this.#received!;
    received.add(chunk);
    const held = received.capacity - transit.uncountedBytes;
    if (held <= this.#share.bytes || this.#share.take(held - this.#share.bytes)) return true;
    this.#received = undefined;
    this.#refuseForMemory();
    return false;
  }

  #refuseForMemory(): void {
    const { access, memory } = this.#context;
    this.#end(unavailableAnswer(corsHeaders(this.#head?.origin, access), budgetRefusal(memory.limitBytes)));
  }

  #continue(chunk: Buffer): void {
    const received = this.#received!;
    const extent = this.#extent!;
    if (!this.#receive(chunk) || received.size < sizeOf(extent)) return;
    this.#received = undefined;
    this.#context.receiving.delete(this);
    if (received.size === sizeOf(extent)) this.#answer(received.bytes(), extent);
    else this.#handOver(received.bytes(), MORE_BYTES);
  }

  /** The extent of a usual and allowed request, or the reason to hand it over: node:http also writes the refusals. */
  #measure(chunk: Buffer): Extent | string {
    const { access, bodyLimitBytes } = this.#context;
    const text = chunk.toString('latin1', 0, MAX_FAST_HEAD);
    let extent = this.#head && extentOf(text, this.#head);
    if (!extent) {
      const head = readFastHead(text);
      if (typeof head === 'string') return head;
      if (!isJsonContent(head.contentType)) return 'the content type is not JSON';
      if (refuse(head.host, head.origin, access) !== undefined) return 'the host or the origin is not allowed';
      this.#head = { ...head, headers: jsonHeaders(corsHeaders(head.origin, access)) };
      extent = extentOf(text, head)!;
    }
    const { boxId } = this.#head!;
    if (boxId !== undefined && !this.#context.boxes?.find(boxId)) return NO_BOX;
    return extent.body <= bodyLimitBytes ? extent : `the body is larger than ${bodyLimitBytes} bytes`;
  }

  #answer(request: Buffer, extent: Extent): void {
    const head = this.#head!;
    if (head.boxId !== undefined) {
      this.#box = this.#context.boxes?.find(head.boxId);
      // It was dropped while the body arrived.
      if (!this.#box) {
        this.#handOver(request, NO_BOX);
        return;
      }
      this.#box.enter(this);
    }
    const { hub } = this.#box ?? this.#context;
    if (hub.dispatcher.faults.plan) {
      this.#handOver(request, 'there are faults');
      return;
    }
    const held = request.length > transit.uncountedBytes ? transit.handledFactor * request.length : 0;
    if (held > this.#share.bytes && !this.#share.take(held - this.#share.bytes)) {
      this.#refuseForMemory();
      return;
    }
    this.#state = 'answering';
    this.#share.handle();
    const { log } = this.#context;
    const body = request.subarray(extent.head);
    log.request(head.path, body);
    answerInParts(body, hub.dispatcher, { signal: this.#pending, spec: head.spec, takeOver: this.#takeOver })
      .then((made) => {
        this.#share.end();
        if (this.#pending.aborted) return this.#endMemory();
        const answer = log.response(made);
        return isComplete(answer) ? this.#send(head, answer) : this.#sendPieces(head, answer);
      })
      .catch((error: unknown) => {
        this.#endMemory();
        log.write('error', 'starbox::http', `Failed to answer: ${String(error)}`);
        this.#socket.destroy();
      });
  }

  readonly #takeOver = (memory: RequestMemory): void => {
    this.#memory = memory;
  };

  #endMemory(): void {
    this.#memory?.end();
    this.#memory = undefined;
  }

  #send({ headers }: AllowedHead, answer: string | TextParts): Promise<void> | void {
    this.#context.pending.delete(this.#pending);
    this.#leaveBox();
    if (!this.#socket.writable) return this.#endMemory();
    const size = byteLength(answer);
    if (size > transit.answerPieceChars)
      return this.#sendLong(headers, size, typeof answer === 'string' ? piecesOf(answer) : answer);
    this.#endMemory();
    const head = answerHead(headers, this.#context.keepAliveEnd, size);
    const isTaken = writeAnswer(this.#socket, head, answer, size);
    if (isTaken) this.#rest();
    else {
      this.#state = 'sending';
      this.#holdUnread(this.#socket.writableLength);
    }
  }

  /** Sends a long answer piece by piece, as fast as the client reads it (backpressure). */
  async #sendLong(headers: string, size: number, pieces: Iterable<string>): Promise<void> {
    this.#state = 'writing';
    await this.#share.waitForRoom(size, () => this.#socket.writable);
    this.#endMemory();
    if (!this.#holdUnread(size)) return;
    this.#socket.write(answerHead(headers, this.#context.keepAliveEnd, size));
    const isSent = await writePieces(this.#socket, pieces, (piece) => this.#share.give(piece.length));
    this.#share.end();
    if (isSent) this.#rest();
  }

  /** Sends an answer whose pieces are computed one by one, each when the client has read the one before. */
  async #sendPieces({ headers }: AllowedHead, answer: AsyncIterable<string>): Promise<void> {
    if (!this.#socket.writable) return;
    this.#state = 'writing';
    this.#socket.write(chunkedHead(headers, this.#context.keepAliveEnd));
    const isSent = await writePieces(this.#socket, this.#chunks(answer), (chunk) => this.#share.give(chunk.length));
    this.#context.pending.delete(this.#pending);
    this.#leaveBox();
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

  /** Counts an answer that the client has not read yet. Without enough memory for it, the connection is closed. */
  #holdUnread(bytes: number): boolean {
    if (this.#share.take(bytes)) return true;
    this.#context.log.write(
      'warn',
      'starbox::http',
      `A connection was closed: ${budgetRefusal(this.#context.memory.limitBytes)}`,
    );
    this.destroy();
    return false;
  }

  /** The answer is written: waits for the next request. */
  #rest(): void {
    this.#state = 'idle';
    if (this.#early) this.#handOver(this.#early, 'a request arrived before the last one was answered (pipelining)');
    else this.#restAmong(this.#context.idle);
  }

  #restAmong(timeouts: Timeouts<TimedConnection>): void {
    this.#resting.delete(this);
    this.#resting = timeouts;
    timeouts.add(this);
  }

  /** Writes a last answer and closes the connection. */
  #end(lastAnswer: string): void {
    // An answer has begun, so no other can be written.
    if (this.#state === 'writing') {
      this.destroy();
      return;
    }
    this.#state = 'ending';
    this.#context.pending.delete(this.#pending);
    this.#context.receiving.delete(this);
    this.#share.end();
    // A client that does not read the last answer is disconnected after a while.
    this.#restAmong(this.#context.ending);
    this.#socket.end(lastAnswer, () => this.#socket.destroy());
  }
}

const NO_BOX = 'there is no such box';
const MORE_BYTES = 'there are more bytes after the request (pipelining)';

const sizeOf = ({ head, body }: Extent): number => head + body;
