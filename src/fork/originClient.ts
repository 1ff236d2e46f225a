import { restIfDue } from '../async/turns.ts';
import type { OriginAnswered } from '../chain/origin.ts';
import { JsonError } from '../json/json.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { writeJson } from '../json/writeJson.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import { OriginError, unreadable } from './originError.ts';
import type { Transport } from './transport.ts';

/** A request to an origin: the method without prefix, and the parameters. */
export interface OriginCall {
  readonly method: string;
  readonly params: unknown;
  /** The part of the answer that the caller reads, if it reads no more: a record may have the part alone. */
  readonly part?: AnswerPart | undefined;
}

/** What a fork reads of a block or of a receipt: what identifies the block and its time, or no more than its number and hash. */
export type AnswerPart = 'head' | 'number';

interface ErrorAnswer {
  readonly code: number;
  readonly message: string;
}

export type OriginAnswer =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: ErrorAnswer };

/** Sends requests to an origin. */
export interface OriginEndpoint {
  /** Makes calls and returns the answers in the same order. Throws an OriginError. */
  call(calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]>;
  /** Sends the text of one request and returns the text of the answer. Throws an OriginError. */
  send(request: string): Promise<string>;
  /** The answers of a record, if that stands in for the origin. */
  answered?(): Iterable<OriginAnswered>;
}

/** The name under which a record has a part of an answer. Clients who ask for the answer do not get the part. */
export const partOf = (method: string, part: AnswerPart): string => `${method} (${part})`;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Many nodes accept no larger batches. */
const MAX_BATCH_SIZE = 100;
/** The maximum number of batches in flight. */
const MAX_CONCURRENT_BATCHES = 4;
/** Error codes in JSON-RPC answers that mean too many requests. */
const BUSY_CODES: ReadonlySet<number> = new Set([429, -32005]);
/**
 * Whether an error in a JSON-RPC answer may be gone next time: too many requests, an internal error. One of the specification (1 to 99), such as
 * that there is no such contract, is an answer, and so is one about the request (-32600 to -32602).
 */
export const mayPass = (code: number): boolean => (code <= 0 || code >= 100) && (code < -32602 || code > -32600);

const MAX_BUSY_RETRIES = 3;
const BUSY_PAUSE_MS = 500;

/** Sends calls to an origin in batches. The batches become smaller if the origin does not accept large ones. */
export class OriginClient implements OriginEndpoint {
  readonly transport: Transport;
  readonly #sleep: (ms: number) => Promise<void>;
  #batchSize = MAX_BATCH_SIZE;

  constructor(transport: Transport, sleep = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))) {
    this.transport = transport;
    this.#sleep = sleep;
  }

  send(request: string): Promise<string> {
    return this.transport.send(request).then((bytes) => decoder.decode(bytes));
  }

  async call(calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]> {
    const answers = new Array<OriginAnswer>(calls.length);
    let open = calls.map((_, index) => index);
    for (let tries = 0; open.length > 0; tries++) {
      if (tries > 0) await this.#sleep(BUSY_PAUSE_MS * tries);
      await this.#callAll(calls, open, answers);
      if (tries === MAX_BUSY_RETRIES) break;
      open = open.filter((index) => BUSY_CODES.has(answers[index]!.error?.code ?? 0));
    }
    return answers;
  }

  async #callAll(calls: readonly OriginCall[], indices: readonly number[], out: OriginAnswer[]): Promise<void> {
    const waiting = [...indices];
    const work = async () => {
      while (waiting.length > 0) await this.#callBatch(calls, waiting.splice(0, this.#batchSize), out, waiting);
    };
    const workers = Math.min(MAX_CONCURRENT_BATCHES, Math.ceil(waiting.length / this.#batchSize));
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** Sends one batch. If the node does not accept it, the batch size is reduced and the calls go back to `waiting`. */
  async #callBatch(
    calls: readonly OriginCall[],
    batch: readonly number[],
    out: OriginAnswer[],
    waiting: number[],
  ): Promise<void> {
    const requests = batch.map((index) =>
      requestText(calls[index]!.method, JSON.stringify(calls[index]!.params), index),
    );
    const isBatch = batch.length > 1;
    let parsed: unknown;
    try {
      parsed = await this.#parse(await this.transport.send(isBatch ? `[${requests.join(',')}]` : requests[0]!));
    } catch (error) {
      const isTooMuch = error instanceof OriginError && (error.status === 400 || error.status === 413);
      if (!isBatch || !isTooMuch) throw error;
    }
    const members = Array.isArray(parsed) ? parsed : isBatch ? [] : [parsed];
    if (isBatch && members.length === 0) {
      this.#batchSize = Math.max(1, Math.min(this.#batchSize, Math.floor(batch.length / 4)));
      waiting.unshift(...batch);
      return;
    }
    const byId = new Map(members.map((member) => [idOf(member), member]));
    for (const index of batch) {
      const answer = readAnswer(isBatch ? byId.get(index) : members[0]);
      if (!answer) throw unreadable(this.transport.url, `no JSON-RPC answer to ${calls[index]!.method}`);
      out[index] = answer;
    }
  }

  async #parse(answer: Uint8Array): Promise<unknown> {
    try {
      return await parseJsonInSlices(answer, sourceLimits.answerJson, restIfDue);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw unreadable(this.transport.url, 'the answer is not JSON, or beyond the limits of what is read');
    }
  }
}

/** The text of a JSON-RPC request. */
export const requestText = (method: string, params: string, id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"starknet_${method}","params":${params}}`;

const idOf = (member: unknown): unknown =>
  typeof member === 'object' && member !== null && 'id' in member ? member.id : undefined;

function readAnswer(member: unknown): OriginAnswer | undefined {
  if (typeof member !== 'object' || member === null) return undefined;
  if ('error' in member && typeof member.error === 'object' && member.error !== null)
    return { error: readError(member.error) };
  return 'result' in member ? { result: member.result } : undefined;
}

/** An error as another node or a file has it. */
export function readError({ code, message }: { readonly code?: unknown; readonly message?: unknown }): ErrorAnswer {
  // `String` throws for an object with a member `toString`.
  const text = typeof message === 'string' ? message : writeJson(message);
  return { code: typeof code === 'number' ? code : 0, message: text };
}
