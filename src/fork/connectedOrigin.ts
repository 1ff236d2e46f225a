import { restIfDue } from '../async/turns.ts';
import type { AnswerLifetime, Origin, OriginBlock, OriginCounts } from '../chain/origin.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { isObject, JsonError, type JsonObject } from '../json/json.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { ChainError } from '../protocol/chainError.ts';
import { limits } from '../protocol/limits.ts';
import type { StateBase } from '../state/stateBase.ts';
import type { KeptAnswers } from './keptAnswers.ts';
import type { OriginBase } from './originBase.ts';
import { readBlock } from './originBlock.ts';
import { type AskOrigin, type OriginAnswer, requestText } from './originClient.ts';
import { OriginError } from './originError.ts';
import { RecentMap } from './recentMap.ts';

export interface OriginParts
  extends Pick<Origin, 'url' | 'cachingEnabled' | 'chainId' | 'chainName' | 'block' | 'hashes'> {
  readonly base: OriginBase;
  readonly ask: AskOrigin;
  readonly kept: KeptAnswers | undefined;
  /** Nothing can be asked: answers that may have changed since are better than none. */
  readonly isOffline: boolean;
  /** Requests over the network so far. */
  readonly traffic: () => { readonly calls: number; readonly retries: number };
}

const BLOCK_NOT_FOUND = 24;
const TRANSACTION_NOT_FOUND = 29;
const INVALID_PARAMS = -32602;

const MOST_NUMBERS = 1024;
const MOST_ANSWERS = 256;
/** Longer answers are asked for again rather than kept. COST: 256 MB when all are that long, in theory. */
const LONGEST_KEPT = 1_000_000;

/** An origin that was found and is asked over some transport. */
export class ConnectedOrigin implements Origin {
  readonly url: string;
  readonly cachingEnabled: boolean | undefined;
  readonly chainId: Felt;
  readonly chainName: string;
  readonly block: OriginBlock;
  readonly hashes: ReadonlyMap<number, Felt>;
  readonly #parts: OriginParts;
  /** Block numbers by the hash of a block or of a transaction. */
  readonly #numbers = new RecentMap<string, number>(MOST_NUMBERS);
  readonly #answers = new RecentMap<string, string>(MOST_ANSWERS);
  #cached = 0;

  constructor(parts: OriginParts) {
    this.#parts = parts;
    ({
      url: this.url,
      cachingEnabled: this.cachingEnabled,
      chainId: this.chainId,
      chainName: this.chainName,
      block: this.block,
      hashes: this.hashes,
    } = parts);
  }

  get base(): StateBase {
    return this.#parts.base;
  }

  get counts(): OriginCounts {
    const { calls, retries } = this.#parts.traffic();
    const { reads, size } = this.#parts.base;
    const hits = reads.reduce((sum, read) => sum + read.hits, 0);
    return { upstream: calls, retries, cached: this.#cached + hits, size, reads };
  }

  async findBlock(id: Exclude<BlockId, 'latest' | 'pre_confirmed'>): Promise<OriginBlock | undefined> {
    if (typeof id === 'object' && 'number' in id && id.number > this.block.number) return undefined;
    // Nodes of earlier versions do not know the tag.
    const absent = id === 'l1_accepted' ? [BLOCK_NOT_FOUND, INVALID_PARAMS] : [BLOCK_NOT_FOUND];
    const { result } = await this.#ask('getBlockWithTxHashes', { block_id: formatId(id) }, absent);
    const found = result === undefined ? undefined : readBlock(result);
    // What the origin did after the fork is of another branch.
    if (id === 'l1_accepted' && found && found.number > this.block.number) return this.findBlock(this.block);
    return found && found.number <= this.block.number ? found : undefined;
  }

  async blockNumberOf(hash: Felt): Promise<number | undefined> {
    return this.#numberOf(formatFelt(hash), async () => (await this.findBlock({ hash }))?.number);
  }

  async findTransaction(hash: string): Promise<number | undefined> {
    return this.#numberOf(`t${hash}`, async () => {
      const { result } = await this.#ask('getTransactionReceipt', { transaction_hash: hash }, [TRANSACTION_NOT_FOUND]);
      const number = (result as { block_number?: unknown } | null | undefined)?.block_number;
      return typeof number === 'number' && number <= this.block.number ? number : undefined;
    });
  }

  async askAll(method: string, params: readonly unknown[]): Promise<readonly unknown[]> {
    const answers = await this.#telling(() => this.#parts.ask.ask(params.map((each) => ({ method, params: each }))));
    return answers.map(({ result, error }) => {
      if (error) throw interaction(`${method}: code=${error.code}, message="${error.message}"`);
      return result;
    });
  }

  async forward(method: string, params: string, answers: AnswerLifetime): Promise<JsonObject> {
    const request = requestText(method, params, 0);
    const { kept, ask, isOffline } = this.#parts;
    const passing = `for now ${request}`;
    const known =
      this.#answers.get(request) ?? kept?.answer(request) ?? (isOffline ? kept?.answer(passing) : undefined);
    if (known !== undefined) {
      this.#cached++;
      return readAnswer(method, known);
    }
    const text = await this.#telling(() => ask.send(request));
    const answer = await readAnswer(method, text);
    // Errors may be temporary, so they are not cached.
    if (text.length > LONGEST_KEPT || !('result' in answer)) return answer;
    if (isLasting(answers, text)) {
      this.#answers.set(request, text);
      kept?.keepAnswer(request, text);
    } else if (kept?.answer(passing) !== text) kept?.keepAnswer(passing, text);
    return answer;
  }

  async flush(): Promise<void> {
    await this.#parts.kept?.flush();
  }

  async #numberOf(name: string, find: () => Promise<number | undefined>): Promise<number | undefined> {
    const { kept } = this.#parts;
    const note = `number of ${name}`;
    const known = this.#numbers.get(name) ?? kept?.answer(note);
    if (known !== undefined) return Number(known);
    const number = await find();
    if (number === undefined) return undefined;
    this.#numbers.set(name, number);
    kept?.keepAnswer(note, String(number));
    return number;
  }

  /** An answer, which may be an error that says there is none of it. */
  async #ask(method: string, params: unknown, absent: readonly number[]): Promise<OriginAnswer> {
    const [answer] = await this.#telling(() => this.#parts.ask.ask([{ method, params }]));
    const error = answer!.error;
    if (error && !absent.includes(error.code))
      throw interaction(`${method}: code=${error.code}, message="${error.message}"`);
    return answer!;
  }

  /** Turns a failed exchange into the error of the request that needed it. */
  async #telling<T>(exchange: () => Promise<T>): Promise<T> {
    try {
      return await exchange();
    } catch (error) {
      if (!(error instanceof OriginError)) throw error;
      throw interaction(error.short);
    }
  }
}

const interaction = (what: string) =>
  new ChainError('internalError', { message: `Error in interacting with origin: ${what}` });

/** A block id as the API writes it. */
export function formatId(id: Exclude<BlockId, 'latest' | 'pre_confirmed'>): unknown {
  if (typeof id === 'string') return id;
  return 'number' in id ? { block_number: id.number } : { block_hash: formatFelt(id.hash) };
}

function isLasting(answers: AnswerLifetime, answer: string): boolean {
  if (answers !== 'lastingOnL1') return answers === 'lasting';
  return answer.includes('"ACCEPTED_ON_L1"') && !answer.includes('"ACCEPTED_ON_L2"');
}

/** The answer that a text carries: an object with a result or an error. */
async function readAnswer(method: string, text: string): Promise<JsonObject> {
  try {
    const answer = await parseJsonInSlices(text, limits.answerJson, restIfDue);
    if (isObject(answer) && ('result' in answer || isObject(answer['error']))) return answer;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw interaction(`${method} was answered with something other than JSON-RPC`);
}
