import type { OriginAnswered, OriginClass, OriginCounts } from '../chain/origin.ts';
import type { ClassLibrary } from '../classes/classLibrary.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { formatFelt, parseFelt } from '../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../felt/key.ts';
import { ChainError } from '../protocol/chainError.ts';
import { errors } from '../protocol/errors.ts';
import { message } from '../protocol/message.ts';
import { nameOf, type StateItem } from '../state/need.ts';
import type { StateBase } from '../state/stateBase.ts';
import { LruMap } from './lruMap.ts';
import type { OriginCache } from './originCache.ts';
import { type ClassAnswer, readOriginClass } from './originClass.ts';
import { mayPass, type OriginAnswer, type OriginCall, type OriginEndpoint } from './originClient.ts';
import { archiveHint, OriginError } from './originError.ts';

/** COST: about 150 bytes per value, 75 MB when full. */
const MAX_VALUES = 500_000;
/** COST: a large class takes about 10 MB, most take far less than 1 MB. */
const MAX_CLASSES = 512;

type ValueItem = Exclude<StateItem, { kind: 'class' }>;

export interface OriginBaseOptions {
  readonly endpoint: OriginEndpoint;
  readonly url: string;
  readonly blockNumber: number;
  readonly library: ClassLibrary;
  readonly cache: OriginCache | undefined;
  /** Is called for every requested value, with the method, the duration, and whether the request succeeded. */
  readonly observe?: ((method: string, seconds: number, isOk: boolean) => void) | undefined;
  readonly warn: (text: string) => void;
}

/**
 * An origin's state after one block. Each value is requested once: requests made at the same time are sent as one batch, a value
 * whose request is in flight is not requested again, and answers are cached.
 */
export class OriginBase implements StateBase {
  readonly #options: OriginBaseOptions;
  readonly #values = new LruMap<string, FeltKey>(MAX_VALUES);
  readonly #classes = new LruMap<FeltKey, OriginClass>(MAX_CLASSES);
  /** Requests that have not been answered yet, by the name of the item. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** The items of the next batch, and a promise of its answers. */
  #nextBatch: { readonly items: ValueItem[]; readonly sent: Promise<void> } | undefined;
  #supportsCasm = true;
  readonly #reads = {
    classHash: { hits: 0, misses: 0 },
    nonce: { hits: 0, misses: 0 },
    storage: { hits: 0, misses: 0 },
    class: { hits: 0, misses: 0 },
  };

  constructor(parts: OriginBaseOptions) {
    this.#options = parts;
    for (const [item, value] of parts.cache?.values() ?? []) this.#values.set(nameOf(item), value);
  }

  /** Cache hits and misses so far, by method. */
  get reads(): OriginCounts['reads'] {
    return Object.entries(this.#reads).map(([kind, tally]) => ({
      method: METHODS[kind as StateItem['kind']],
      ...tally,
    }));
  }

  /** The number of cached values and classes. */
  get size(): number {
    return this.#values.size + this.#classes.size;
  }

  classHashAt(address: FeltKey): FeltKey | undefined {
    return this.#countHit(this.#reads.classHash, this.#values.get(`c${address}`));
  }

  nonceAt(address: FeltKey): FeltKey | undefined {
    return this.#countHit(this.#reads.nonce, this.#values.get(`n${address}`));
  }

  storageAt(address: FeltKey, key: FeltKey): FeltKey | undefined {
    return this.#countHit(this.#reads.storage, this.#values.get(`s${address}${key}`));
  }

  classAt(classHash: FeltKey): DeclaredClass | null | undefined {
    return this.#countHit(this.#reads.class, this.#classes.get(classHash)?.found);
  }

  /** The cached values and classes. */
  *answered(): Generator<OriginAnswered, void, void> {
    for (const [name, value] of this.#values.entries()) yield { kind: 'value', item: itemNamed(name), value };
    for (const [classHash, found] of this.#classes.entries()) yield { kind: 'class', classHash, ...found };
  }

  /** Fetches items. Throws a ChainError if the origin does not answer; the answers that arrived stay cached. */
  async fetch(items: readonly StateItem[], isAhead = false): Promise<void> {
    try {
      await Promise.all(items.map((item) => this.#fetchItem(item)));
      if (isAhead) await Promise.all(this.#classesOf(items).map((item) => this.#fetchItem(item)));
    } catch (error) {
      if (!(error instanceof OriginError)) throw error;
      const what =
        error.kind === 'refused' || error.kind === 'busy' ? '' : 'Error in communication with forking origin: ';
      const end = error.message.endsWith('.') ? '' : '.';
      const failure = new ChainError('failed', {
        message: message`Failed to read from state: ${what}${error.words}${end}`,
        isTemporary: error.isTemporary,
      });
      failure.cause = error.cause;
      throw failure;
    }
  }

  #countHit<T>(tally: { hits: number }, value: T): T {
    if (value !== undefined) tally.hits++;
    return value;
  }

  /** Sends calls to the origin, counts them as cache misses, and reports their duration. */
  async #request(kinds: readonly StateItem['kind'][], calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]> {
    const { endpoint, observe } = this.#options;
    for (const kind of kinds) this.#reads[kind].misses++;
    const start = performance.now();
    let answers: readonly OriginAnswer[] = [];
    try {
      answers = await endpoint.call(calls);
      return answers;
    } finally {
      const seconds = (performance.now() - start) / 1000;
      if (observe)
        for (const [i, kind] of kinds.entries())
          observe(METHODS[kind], seconds, answers[i] !== undefined && !answers[i].error);
    }
  }

  /** The classes of contracts whose class hash was fetched: a run-ahead that reads a class hash will need the class next. */
  #classesOf(items: readonly StateItem[]): StateItem[] {
    const hashes = new Set<FeltKey>();
    for (const item of items) if (item.kind === 'classHash') hashes.add(this.#values.get(nameOf(item)) ?? ZERO_KEY);
    hashes.delete(ZERO_KEY);
    return [...hashes].map((classHash) => ({ kind: 'class', classHash }));
  }

  #fetchItem(item: StateItem): Promise<void> {
    const name = nameOf(item);
    const isCached = item.kind === 'class' ? this.#classes.get(item.classHash) !== undefined : this.#values.get(name);
    if (isCached) return Promise.resolve();
    let coming = this.#inFlight.get(name);
    if (!coming) {
      coming = item.kind === 'class' ? this.#fetchClass(item.classHash) : this.#addToBatch(item);
      this.#inFlight.set(name, coming);
      // The callers that wait get the error. The next caller makes a new request.
      const forget = () => void this.#inFlight.delete(name);
      coming.then(forget, forget);
    }
    return coming;
  }

  #addToBatch(item: ValueItem): Promise<void> {
    if (!this.#nextBatch) {
      const items: ValueItem[] = [];
      const sent = Promise.resolve().then(() => {
        this.#nextBatch = undefined;
        return this.#fetchValues(items);
      });
      this.#nextBatch = { items, sent };
    }
    this.#nextBatch.items.push(item);
    return this.#nextBatch.sent;
  }

  async #fetchValues(items: readonly ValueItem[]): Promise<void> {
    const { url, blockNumber, cache } = this.#options;
    const answers = await this.#request(
      items.map(({ kind }) => kind),
      items.map((item) => callOf(item, blockNumber)),
    );
    for (const [i, item] of items.entries()) {
      const value = readValue(url, item, answers[i]!);
      this.#values.set(nameOf(item), value);
      cache?.addValue(item, value);
    }
  }

  async #fetchClass(classHash: FeltKey): Promise<void> {
    const { cache } = this.#options;
    const hash = feltOf(classHash);
    const known = await cache?.readClass(hash);
    if (known) {
      // A class of the cache that cannot be used is requested again.
      const read = await readOriginClass(hash, known, this.#options).catch(() => undefined);
      if (read !== undefined) {
        this.#classes.set(classHash, read);
        return;
      }
    }
    const answer = await this.#requestClass(formatFelt(hash));
    this.#classes.set(classHash, answer ? await readOriginClass(hash, answer, this.#options) : { found: null });
    if (answer) cache?.addClass(hash, answer);
  }

  /** Requests a class; null if the origin does not have it. */
  async #requestClass(hash: string): Promise<ClassAnswer | null> {
    const { url, blockNumber } = this.#options;
    const calls: OriginCall[] = [
      { method: 'getClass', params: { block_id: { block_number: blockNumber }, class_hash: hash } },
    ];
    if (this.#supportsCasm) calls.push({ method: 'getCompiledCasm', params: { class_hash: hash } });
    const [definition, casm] = await this.#request(['class'], calls);
    if (definition!.error?.code === errors.classHashNotFound.code) return null;
    if (definition!.error) throw refusal(url, 'getClass', definition!.error);
    if (casm?.error?.code === errors.methodNotFound.code) this.#supportsCasm = false;
    return { definition: definition!.result, casm: casm?.result };
  }
}

/** The value with such a name. */
function itemNamed(name: string): ValueItem {
  const address = name.slice(1, 1 + KEY_UNITS) as FeltKey;
  if (name[0] === 's') return { kind: 'storage', address, key: name.slice(1 + KEY_UNITS) as FeltKey };
  return { kind: name[0] === 'c' ? 'classHash' : 'nonce', address };
}

const KEY_UNITS = ZERO_KEY.length;

const METHODS = { classHash: 'getClassHashAt', nonce: 'getNonce', storage: 'getStorageAt', class: 'getClass' } as const;

/** The request for a value. */
export function callOf(item: ValueItem, blockNumber: number): OriginCall {
  const place = { block_id: { block_number: blockNumber }, contract_address: formatFelt(feltOf(item.address)) };
  const params = item.kind === 'storage' ? { ...place, key: formatFelt(feltOf(item.key)) } : place;
  return { method: METHODS[item.kind], params };
}

/** The value or class that a request at a block is about; undefined if it is about something else. */
export function itemOf({ method, params }: OriginCall, blockNumber: number): StateItem | undefined {
  const { block_id, contract_address, key, class_hash, ...others } = (params ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const { block_number } = (block_id ?? {}) as { block_number?: unknown };
  // With other members it is another question.
  if (block_number !== blockNumber || Object.keys(others).length > 0) return undefined;
  const kind = (Object.keys(METHODS) as StateItem['kind'][]).find((each) => METHODS[each] === method);
  const [address, cell, classHash] = [contract_address, key, class_hash].map((text) => {
    const felt = parseFelt(text);
    return felt === undefined ? undefined : keyOf(felt);
  });
  if (kind === 'class') return classHash === undefined ? undefined : { kind, classHash };
  if (kind === undefined || address === undefined) return undefined;
  if (kind !== 'storage') return { kind, address };
  return cell === undefined ? undefined : { kind, address, key: cell };
}

function readValue(url: string, item: ValueItem, { result, error }: OriginAnswer): FeltKey {
  if (error?.code === errors.contractNotFound.code) return ZERO_KEY;
  if (error) throw refusal(url, METHODS[item.kind], error);
  const felt = parseFelt(result);
  // The answer is not shown, because it may come from a server that only this process can reach.
  if (felt === undefined)
    throw new OriginError('unreadable', `${METHODS[item.kind]} was answered with something other than a felt`);
  return keyOf(felt);
}

function refusal(url: string, method: string, error: NonNullable<OriginAnswer['error']>): OriginError {
  const hint = archiveHint(url, error.message);
  return new OriginError(
    mayPass(error.code) && !hint ? 'busy' : 'refused',
    message`${method}: JSON-RPC error: code=${error.code}, message="${error.message.slice(0, 300)}".${hint ? message` ${hint}` : ''}`,
  );
}
