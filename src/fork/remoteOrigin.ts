import { restIfDue } from '../async/turns.ts';
import type { ForkTrail } from '../chain/forkTrail.ts';
import type { AnswerLifetime, Origin, OriginAnswered, OriginBlock, OriginCounts } from '../chain/origin.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { isObject, JsonError, type JsonObject } from '../json/json.ts';
import { parseJsonInSlices } from '../json/parseJson.ts';
import { ChainError } from '../protocol/chainError.ts';
import { errors } from '../protocol/errors.ts';
import { message, type Words } from '../protocol/message.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import type { StateBase } from '../state/stateBase.ts';
import { LruMap } from './lruMap.ts';
import type { OriginBase } from './originBase.ts';
import { readBlock } from './originBlock.ts';
import type { OriginCache } from './originCache.ts';
import { type AnswerPart, type OriginAnswer, type OriginEndpoint, partOf, requestText } from './originClient.ts';
import { OriginError } from './originError.ts';

export interface RemoteOriginOptions
  extends Pick<Origin, 'url' | 'cachingEnabled' | 'chainId' | 'chainName' | 'block' | 'hashes' | 'trail'> {
  readonly base: OriginBase;
  readonly endpoint: OriginEndpoint;
  readonly cache: OriginCache | undefined;
  /** No requests can be made, so outdated cached answers are used too. */
  readonly isOffline: boolean;
  /** Counts the requests over the network so far. */
  readonly traffic: () => { readonly calls: number; readonly retries: number };
}

// How an origin says that it has no such thing.
const BLOCK_NOT_FOUND = errors.blockNotFound.code;
const TRANSACTION_NOT_FOUND = errors.transactionHashNotFound.code;
const INVALID_PARAMS = errors.invalidParams.code;

const BLOCK = 'getBlockWithTxHashes';
const RECEIPT = 'getTransactionReceipt';

const MAX_NUMBERS = 1024;
const MAX_ANSWERS = 256;
/** Longer answers are not cached. COST: at most 256 MB, if all cached answers are this long. */
const MAX_CACHED_LENGTH = 1_000_000;

/** An origin that is reached over the network, or from the cache in offline mode. */
export class RemoteOrigin implements Origin {
  readonly url: string;
  readonly cachingEnabled: boolean | undefined;
  readonly chainId: Felt;
  readonly chainName: string;
  readonly block: OriginBlock;
  readonly hashes: ReadonlyMap<number, Felt>;
  readonly trail: ForkTrail;
  readonly #options: RemoteOriginOptions;
  /** Block numbers by the hash of a block or of a transaction. */
  readonly #numbers = new LruMap<string, number>(MAX_NUMBERS);
  readonly #answers = new LruMap<string, string>(MAX_ANSWERS);
  /** The last answers that were passed on, also those that may be others next time. The texts are those of `#answers`. */
  readonly #passedOn = new LruMap<string, OriginAnswered>(MAX_ANSWERS);
  #cacheHits = 0;

  constructor(parts: RemoteOriginOptions) {
    this.#options = parts;
    ({
      url: this.url,
      cachingEnabled: this.cachingEnabled,
      chainId: this.chainId,
      chainName: this.chainName,
      block: this.block,
      hashes: this.hashes,
      trail: this.trail,
    } = parts);
  }

  get base(): StateBase {
    return this.#options.base;
  }

  get counts(): OriginCounts {
    const { calls, retries } = this.#options.traffic();
    const { reads, size } = this.#options.base;
    const hits = reads.reduce((sum, read) => sum + read.hits, 0);
    return { upstream: calls, retries, cached: this.#cacheHits + hits, size, reads };
  }

  async findBlock(id: Exclude<BlockId, 'latest' | 'open'>): Promise<OriginBlock | undefined> {
    if (typeof id === 'object' && 'number' in id && id.number > this.block.number) return undefined;
    // Older nodes do not support this tag.
    const absent = id === 'l1Accepted' ? [BLOCK_NOT_FOUND, INVALID_PARAMS] : [BLOCK_NOT_FOUND];
    const { result } = await this.#call(BLOCK, { block_id: formatId(id) }, absent, 'head');
    const found = result === undefined ? undefined : readBlock(result);
    // Blocks that the origin made after the fork do not belong to this chain.
    if (id === 'l1Accepted' && found && found.number > this.block.number) return this.findBlock(this.block);
    return found && found.number <= this.block.number ? found : undefined;
  }

  async blockNumberOf(hash: Felt): Promise<number | undefined> {
    return this.#numberOf(formatFelt(hash), BLOCK, { block_id: formatId({ hash }) }, BLOCK_NOT_FOUND);
  }

  async findTransaction(hash: string): Promise<number | undefined> {
    return this.#numberOf(`t${hash}`, RECEIPT, { transaction_hash: hash }, TRANSACTION_NOT_FOUND);
  }

  async askAll(method: string, params: readonly unknown[]): Promise<readonly unknown[]> {
    const answers = await this.#asChainError(() =>
      this.#options.endpoint.call(params.map((each) => ({ method, params: each }))),
    );
    return answers.map(({ result, error }) => {
      if (error) throw interactionError(`${method}: code=${error.code}, message="${error.message}"`);
      return result;
    });
  }

  async forward(method: string, params: string, answers: AnswerLifetime): Promise<JsonObject> {
    const request = requestText(method, params, 0);
    const { cache, endpoint, isOffline } = this.#options;
    const passing = `for now ${request}`;
    const known =
      this.#answers.get(request) ?? cache?.answer(request) ?? (isOffline ? cache?.answer(passing) : undefined);
    if (known !== undefined) {
      this.#cacheHits++;
      this.#passedOn.set(request, { kind: 'text', method, params, answer: known });
      return readAnswer(method, known);
    }
    const text = await this.#asChainError(() => endpoint.send(request));
    const answer = await readAnswer(method, text);
    // Errors may be temporary, so they are not cached.
    if (text.length > MAX_CACHED_LENGTH || !('result' in answer)) return answer;
    this.#passedOn.set(request, { kind: 'text', method, params, answer: text });
    if (isLasting(answers, text)) {
      this.#answers.set(request, text);
      cache?.addAnswer(request, text);
    } else if (cache?.answer(passing) !== text) cache?.addAnswer(passing, text);
    return answer;
  }

  *answered(): Generator<OriginAnswered, void, void> {
    yield* this.#options.base.answered();
    for (const [name, number] of this.#numbers.entries()) yield numberAnswered(name, number);
    for (const [, passedOn] of this.#passedOn.entries()) yield passedOn;
    yield* this.#options.endpoint.answered?.() ?? [];
  }

  async flush(): Promise<void> {
    await this.#options.cache?.flush();
  }

  /** The number of the block in an answer. */
  async #numberOf(name: string, method: string, params: unknown, absent: number): Promise<number | undefined> {
    const { cache } = this.#options;
    const note = `number of ${name}`;
    const known = this.#numbers.get(name) ?? cache?.answer(note);
    const number = known === undefined ? await this.#askNumber(method, params, absent) : Number(known);
    if (number === undefined) return undefined;
    this.#numbers.set(name, number);
    if (known === undefined) cache?.addAnswer(note, String(number));
    return number;
  }

  async #askNumber(method: string, params: unknown, absent: number): Promise<number | undefined> {
    const { result } = await this.#call(method, params, [absent], 'number');
    const number = (result as { block_number?: unknown } | null | undefined)?.block_number;
    return typeof number === 'number' && number >= 0 && number <= this.block.number ? number : undefined;
  }

  /** Makes one request. The answer may be an error with one of the codes in `absent`. */
  async #call(method: string, params: unknown, absent: readonly number[], part: AnswerPart): Promise<OriginAnswer> {
    const [answer] = await this.#asChainError(() => this.#options.endpoint.call([{ method, params, part }]));
    const error = answer!.error;
    if (error && !absent.includes(error.code))
      throw interactionError(`${method}: code=${error.code}, message="${error.message}"`);
    return answer!;
  }

  /** Turns an OriginError into the ChainError of the request that needed the origin. */
  async #asChainError<T>(exchange: () => Promise<T>): Promise<T> {
    try {
      return await exchange();
    } catch (error) {
      if (!(error instanceof OriginError)) throw error;
      throw interactionError(error.short, error.isTemporary);
    }
  }
}

const interactionError = (what: Words, isTemporary = false) =>
  new ChainError('internalError', { message: message`Error in interacting with origin: ${what}`, isTemporary });

/** The part of a receipt or of a block that tells a number. */
function numberAnswered(name: string, number: number): OriginAnswered {
  const [method, params] = name.startsWith('t')
    ? [RECEIPT, { transaction_hash: name.slice(1) }]
    : [BLOCK, { block_id: { block_hash: name } }];
  return { kind: 'answer', method: partOf(method, 'number'), params, answer: { result: { block_number: number } } };
}

/** A block id as JSON-RPC writes it. */
function formatId(id: Exclude<BlockId, 'latest' | 'open'>): unknown {
  if (id === 'l1Accepted') return 'l1_accepted';
  return 'number' in id ? { block_number: id.number } : { block_hash: formatFelt(id.hash) };
}

function isLasting(answers: AnswerLifetime, answer: string): boolean {
  if (answers !== 'lastingOnL1') return answers === 'lasting';
  return answer.includes('"ACCEPTED_ON_L1"') && !answer.includes('"ACCEPTED_ON_L2"');
}

/** Reads an answer: an object with a result or an error. */
async function readAnswer(method: string, text: string): Promise<JsonObject> {
  try {
    const answer = await parseJsonInSlices(text, sourceLimits.answerJson, restIfDue);
    if (isObject(answer) && ('result' in answer || isObject(answer['error']))) return answer;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw interactionError(`${method} was answered with something other than JSON-RPC`);
}
