import { restIfDue } from '../async/turns.ts';
import { JsonError } from '../json/json.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { limits } from '../protocol/limits.ts';
import { OriginError, unreadable } from './originError.ts';
import type { Transport } from './transport.ts';

/** A request to an origin: its method without prefix and its parameters by name. */
export interface OriginCall {
  readonly method: string;
  readonly params: unknown;
}

export type OriginAnswer =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: { readonly code: number; readonly message: string } };

/** Whoever puts requests to an origin. */
export interface AskOrigin {
  /** The answers, in the order of the calls. Throws an OriginError. */
  ask(calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]>;
  /** The text that answers the text of one request. Throws an OriginError. */
  send(request: string): Promise<string>;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Many nodes take no more in one batch. */
const LARGEST_BATCH = 100;
/** Batches under way at a time. */
const SIDE_BY_SIDE = 4;
/** Codes by which nodes say inside an answer that they are asked too often. */
const BUSY_CODES: ReadonlySet<number> = new Set([429, -32005]);
const BUSY_TRIES = 3;
const BUSY_PAUSE_MS = 500;

/** Asks an origin many things at once: in batches, smaller ones when it does not take large ones. */
export class OriginClient implements AskOrigin {
  readonly transport: Transport;
  readonly #sleep: (ms: number) => Promise<void>;
  #batchSize = LARGEST_BATCH;

  constructor(transport: Transport, sleep = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))) {
    this.transport = transport;
    this.#sleep = sleep;
  }

  send(request: string): Promise<string> {
    return this.transport.send(request).then((bytes) => decoder.decode(bytes));
  }

  async ask(calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]> {
    const answers = new Array<OriginAnswer>(calls.length);
    let open = calls.map((_, index) => index);
    for (let tries = 0; open.length > 0; tries++) {
      if (tries > 0) await this.#sleep(BUSY_PAUSE_MS * tries);
      await this.#askSome(calls, open, answers);
      if (tries === BUSY_TRIES) break;
      open = open.filter((index) => BUSY_CODES.has(answers[index]!.error?.code ?? 0));
    }
    return answers;
  }

  async #askSome(calls: readonly OriginCall[], indices: readonly number[], out: OriginAnswer[]): Promise<void> {
    const waiting = [...indices];
    const work = async () => {
      while (waiting.length > 0) await this.#askBatch(calls, waiting.splice(0, this.#batchSize), out, waiting);
    };
    const workers = Math.min(SIDE_BY_SIDE, Math.ceil(waiting.length / this.#batchSize));
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** Asks one batch. A node that does not take it is asked for less at a time: what was asked waits again. */
  async #askBatch(
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
      return await parseJsonInSlices(answer, limits.answerJson, restIfDue);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw unreadable(this.transport.url, 'the answer is not JSON, or beyond the limits of what is read');
    }
  }
}

/** The text of a request, as every Starknet node reads it. */
export const requestText = (method: string, params: string, id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"starknet_${method}","params":${params}}`;

const idOf = (member: unknown): unknown =>
  typeof member === 'object' && member !== null && 'id' in member ? member.id : undefined;

function readAnswer(member: unknown): OriginAnswer | undefined {
  if (typeof member !== 'object' || member === null) return undefined;
  if ('error' in member && typeof member.error === 'object' && member.error !== null) {
    const { code, message } = member.error as { code?: unknown; message?: unknown };
    return { error: { code: typeof code === 'number' ? code : 0, message: String(message) } };
  }
  return 'result' in member ? { result: member.result } : undefined;
}
