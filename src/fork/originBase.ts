import type { OriginCounts } from '../chain/origin.ts';
import type { ClassCompiler } from '../classes/classCompiler.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { formatFelt, parseFelt } from '../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../felt/key.ts';
import { failed } from '../protocol/chainError.ts';
import type { StateItem } from '../state/need.ts';
import type { StateBase } from '../state/stateBase.ts';
import type { KeptAnswers } from './keptAnswers.ts';
import { type ClassAnswer, readOriginClass } from './originClass.ts';
import type { AskOrigin, OriginAnswer, OriginCall } from './originClient.ts';
import { archiveHint, OriginError } from './originError.ts';
import { RecentMap } from './recentMap.ts';

/** COST: some 150 bytes each, 75 MB when full. */
const MOST_VALUES = 500_000;
/** COST: a large class is some 10 MB, most are far below 1 MB. */
const MOST_CLASSES = 512;

const CONTRACT_NOT_FOUND = 20;
const CLASS_NOT_FOUND = 28;
const METHOD_NOT_FOUND = -32601;

type ValueItem = Exclude<StateItem, { kind: 'class' }>;

export interface BaseParts {
  readonly origin: AskOrigin;
  readonly url: string;
  readonly blockNumber: number;
  readonly compiler: ClassCompiler;
  readonly kept: KeptAnswers | undefined;
  /** Told of every value asked for: by which method, how long it took, and whether there was one. */
  readonly observe?: ((method: string, seconds: number, isOk: boolean) => void) | undefined;
  readonly warn: (text: string) => void;
}

/**
 * An origin's state after one block. Each value is asked for once: requests that come together travel together, one
 * that is under way is waited for, and what was answered stays at hand.
 */
export class OriginBase implements StateBase {
  readonly #parts: BaseParts;
  readonly #values = new RecentMap<string, FeltKey>(MOST_VALUES);
  readonly #classes = new RecentMap<FeltKey, DeclaredClass | null>(MOST_CLASSES);
  /** What is under way, by name. */
  readonly #coming = new Map<string, Promise<void>>();
  /** Values that go out with the next batch. */
  #next: { readonly items: ValueItem[]; readonly sent: Promise<void> } | undefined;
  #givesCasm = true;
  readonly #reads = {
    classHash: { hits: 0, misses: 0 },
    nonce: { hits: 0, misses: 0 },
    storage: { hits: 0, misses: 0 },
    class: { hits: 0, misses: 0 },
  };

  constructor(parts: BaseParts) {
    this.#parts = parts;
    for (const [item, value] of parts.kept?.values() ?? []) this.#values.set(nameOf(item), value);
  }

  /** Reads so far, by method. */
  get reads(): OriginCounts['reads'] {
    return Object.entries(this.#reads).map(([kind, tally]) => ({
      method: METHODS[kind as StateItem['kind']],
      ...tally,
    }));
  }

  /** Values and classes at hand. */
  get size(): number {
    return this.#values.size + this.#classes.size;
  }

  classHashAt(address: FeltKey): FeltKey | undefined {
    return this.#counted(this.#reads.classHash, this.#values.get(`c${address}`));
  }

  nonceAt(address: FeltKey): FeltKey | undefined {
    return this.#counted(this.#reads.nonce, this.#values.get(`n${address}`));
  }

  storageAt(address: FeltKey, key: FeltKey): FeltKey | undefined {
    return this.#counted(this.#reads.storage, this.#values.get(`s${address}${key}`));
  }

  classAt(classHash: FeltKey): DeclaredClass | null | undefined {
    return this.#counted(this.#reads.class, this.#classes.get(classHash));
  }

  /** Throws -1 when the origin does not answer; what did arrive stays. */
  async fetch(items: readonly StateItem[], isAhead = false): Promise<void> {
    try {
      await Promise.all(items.map((item) => this.#bring(item)));
      if (isAhead) await Promise.all(this.#classesOf(items).map((item) => this.#bring(item)));
    } catch (error) {
      if (!(error instanceof OriginError)) throw error;
      const what = error.kind === 'refused' ? '' : 'Error in communication with forking origin: ';
      throw failed(`Failed to read from state: ${what}${error.message.replace(/\.?$/, '.')}`);
    }
  }

  #counted<T>(tally: { hits: number }, value: T): T {
    if (value !== undefined) tally.hits++;
    return value;
  }

  /** Asks, and tells how long it took. Whoever asks this way had it not at hand. */
  async #ask(kinds: readonly StateItem['kind'][], calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]> {
    const { origin, observe } = this.#parts;
    for (const kind of kinds) this.#reads[kind].misses++;
    const start = performance.now();
    let answers: readonly OriginAnswer[] = [];
    try {
      answers = await origin.ask(calls);
      return answers;
    } finally {
      const seconds = (performance.now() - start) / 1000;
      if (observe)
        for (const [i, kind] of kinds.entries())
          observe(METHODS[kind], seconds, answers[i] !== undefined && !answers[i].error);
    }
  }

  /** Whoever asks for a contract's class hash while running ahead is going to run the class. */
  #classesOf(items: readonly StateItem[]): StateItem[] {
    const hashes = new Set<FeltKey>();
    for (const item of items) if (item.kind === 'classHash') hashes.add(this.#values.get(nameOf(item)) ?? ZERO_KEY);
    hashes.delete(ZERO_KEY);
    return [...hashes].map((classHash) => ({ kind: 'class', classHash }));
  }

  #bring(item: StateItem): Promise<void> {
    const name = nameOf(item);
    const isAtHand = item.kind === 'class' ? this.#classes.get(item.classHash) !== undefined : this.#values.get(name);
    if (isAtHand) return Promise.resolve();
    let coming = this.#coming.get(name);
    if (!coming) {
      coming = item.kind === 'class' ? this.#bringClass(item.classHash) : this.#bringValue(item);
      this.#coming.set(name, coming);
      // A failure is the business of those who wait; the next who asks tries anew.
      const forget = () => void this.#coming.delete(name);
      coming.then(forget, forget);
    }
    return coming;
  }

  #bringValue(item: ValueItem): Promise<void> {
    if (!this.#next) {
      const items: ValueItem[] = [];
      const sent = Promise.resolve().then(() => {
        this.#next = undefined;
        return this.#askValues(items);
      });
      this.#next = { items, sent };
    }
    this.#next.items.push(item);
    return this.#next.sent;
  }

  async #askValues(items: readonly ValueItem[]): Promise<void> {
    const { url, blockNumber, kept } = this.#parts;
    const answers = await this.#ask(
      items.map(({ kind }) => kind),
      items.map((item) => callOf(item, blockNumber)),
    );
    for (const [i, item] of items.entries()) {
      const value = readValue(url, item, answers[i]!);
      this.#values.set(nameOf(item), value);
      kept?.keepValue(item, value);
    }
  }

  async #bringClass(classHash: FeltKey): Promise<void> {
    const { kept } = this.#parts;
    const hash = feltOf(classHash);
    const known = await kept?.readClass(hash);
    const answer = known ?? (await this.#askClass(formatFelt(hash)));
    this.#classes.set(classHash, answer && (await readOriginClass(hash, answer, this.#parts)));
    if (!known && answer) kept?.keepClass(hash, answer);
  }

  /** null: the origin has no such class. */
  async #askClass(hash: string): Promise<ClassAnswer | null> {
    const { url, blockNumber } = this.#parts;
    const calls: OriginCall[] = [
      { method: 'getClass', params: { block_id: { block_number: blockNumber }, class_hash: hash } },
    ];
    if (this.#givesCasm) calls.push({ method: 'getCompiledCasm', params: { class_hash: hash } });
    const [definition, casm] = await this.#ask(['class'], calls);
    if (definition!.error?.code === CLASS_NOT_FOUND) return null;
    if (definition!.error) throw refusal(url, 'getClass', definition!.error);
    if (casm?.error?.code === METHOD_NOT_FOUND) this.#givesCasm = false;
    return { definition: definition!.result, casm: casm?.result };
  }
}

export function nameOf(item: StateItem): string {
  switch (item.kind) {
    case 'classHash':
      return `c${item.address}`;
    case 'nonce':
      return `n${item.address}`;
    case 'storage':
      return `s${item.address}${item.key}`;
    case 'class':
      return `d${item.classHash}`;
  }
}

const METHODS = { classHash: 'getClassHashAt', nonce: 'getNonce', storage: 'getStorageAt', class: 'getClass' } as const;

function callOf(item: ValueItem, blockNumber: number): OriginCall {
  const place = { block_id: { block_number: blockNumber }, contract_address: formatFelt(feltOf(item.address)) };
  const params = item.kind === 'storage' ? { ...place, key: formatFelt(feltOf(item.key)) } : place;
  return { method: METHODS[item.kind], params };
}

function readValue(url: string, item: ValueItem, { result, error }: OriginAnswer): FeltKey {
  if (error?.code === CONTRACT_NOT_FOUND) return ZERO_KEY;
  if (error) throw refusal(url, METHODS[item.kind], error);
  const felt = parseFelt(result);
  // What is no answer is not shown: it may be what only the node can reach.
  if (felt === undefined)
    throw new OriginError('unreadable', `${METHODS[item.kind]} was answered with something other than a felt`);
  return keyOf(felt);
}

function refusal(url: string, method: string, { code, message }: NonNullable<OriginAnswer['error']>): OriginError {
  const hint = archiveHint(url, message);
  return new OriginError(
    'refused',
    `${method}: JSON-RPC error: code=${code}, message="${message.slice(0, 300)}".${hint ? ` ${hint}` : ''}`,
  );
}
