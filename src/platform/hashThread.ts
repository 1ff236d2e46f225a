import type { Worker } from 'node:worker_threads';
import type { Felt } from '../felt/felt.ts';
import { type BackgroundHasher, type DeferredHashes, directHashing, type HashFormula } from '../felt/hashing.ts';
import { RecipeWriter, readSlot, type Slot, type SlotRange, writeSlot } from '../felt/hashRecipe.ts';
import { kernelModule } from '../felt/kernel.ts';
import { DONE, HashShare, PASSED, READY, RING, TAKEN, UP, WORKING, WRITTEN } from './hashShare.ts';

/** So many formulas are left to the caller: who makes few blocks needs no thread. */
const PATIENCE = 24;
/** How long a formula that the thread has begun is waited for; many times what it takes unless the machine is overloaded. */
const WAIT_MILLISECONDS = 3;
/** How far back a recipe may refer, and how many the thread may be behind: entries that are written again are read by nobody. */
const REACH = RING / 2;

/** Hashes under way in an entry of the ring. */
class RingHashes implements DeferredHashes {
  readonly index: number;
  readonly #share: HashShare;
  #work: { readonly formula: HashFormula; readonly count: number; readonly before: Felt | DeferredHashes } | undefined;
  #hashes: readonly Felt[] | undefined;

  constructor(share: HashShare, index: number, formula: HashFormula, count: number, before: Felt | DeferredHashes) {
    this.#share = share;
    this.index = index;
    this.#work = { formula, count, before };
  }

  /** Where the last hash will be. */
  get lastSlot(): Slot {
    const { range, results } = this.#share.description(this.#entry);
    return (range.from + results - 1) as Slot;
  }

  get isSettled(): boolean {
    return this.#hashes !== undefined;
  }

  settle(): readonly Felt[] {
    this.#hashes ??= this.#fetch() ?? this.#compute();
    this.#work = undefined;
    return this.#hashes;
  }

  get #entry(): number {
    return this.index % RING;
  }

  #fetch(): readonly Felt[] | undefined {
    const share = this.#share;
    const entry = this.#entry;
    if (share.claim(entry, TAKEN)) return undefined;
    share.waitWhileState(entry, WORKING, WAIT_MILLISECONDS);
    if (share.state(entry) !== DONE) return undefined;
    const { from } = share.description(entry).range;
    return Array.from({ length: this.#work!.count }, (_, i) => readSlot(share.words, from + i));
  }

  #compute(): readonly Felt[] {
    const { formula, before } = this.#work!;
    const hashes = formula(directHashing, typeof before === 'bigint' ? before : before.settle().at(-1)!);
    const share = this.#share;
    if (share.state(this.#entry) === TAKEN) {
      const { from } = share.description(this.#entry).range;
      for (const [i, hash] of hashes.entries()) writeSlot(share.words, from + i, hash);
      share.setState(this.#entry, DONE);
    }
    return hashes;
  }
}

/**
 * Computes hashes in a thread of its own. Program and thread share a ring of recipes: nothing is sent, and whoever needs
 * a hash that the thread has not begun computes it. The thread starts once there is enough to do.
 */
export class HashThread implements BackgroundHasher {
  readonly #script: URL;
  readonly #share = HashShare.create();
  readonly #ring: RingHashes[] = [];
  #long: RingHashes | undefined;
  #patience: number;
  #worker: Worker | undefined;
  #isClosed = false;

  /** `script` is hashWorker as a built file. */
  constructor(script: URL, patience = PATIENCE) {
    this.#script = script;
    this.#patience = patience;
  }

  /** Starts the thread now, unless it runs. */
  prepare(): void {
    if (!this.#worker && !this.#isClosed) this.#start();
  }

  begin(formula: HashFormula, count: number, before: Felt | DeferredHashes): DeferredHashes | undefined {
    if (!this.#worker && --this.#patience <= 0) this.prepare();
    if (this.#isClosed || this.#share.get(UP) === 0) return undefined;
    const share = this.#share;
    const index = share.get(WRITTEN);
    if (index - share.get(PASSED) >= REACH) return undefined;
    const entry = index % RING;
    this.#ring[entry]?.settle();
    const parent = this.#underWay(before, index);
    const known = parent ? before : typeof before === 'bigint' ? before : before.settle().at(-1)!;
    const written = this.#write(entry, formula, count, parent ? parent.lastSlot : (known as Felt));
    if (!written) return undefined;
    const hashes = new RingHashes(share, index, formula, count, known);
    this.#ring[entry] = hashes;
    if (written.range.from === share.longRoom.from) this.#long = hashes;
    share.describe(entry, { ...written, before: parent ? parent.index % RING : -1 });
    share.setState(entry, READY);
    share.raise(WRITTEN);
    return hashes;
  }

  /** Writes the recipe where it fits. */
  #write(entry: number, formula: HashFormula, results: number, before: Felt | Slot) {
    const written = this.#writeInto(this.#share.room(entry), entry, formula, results, before);
    if (written || !this.#longRoomIsFree()) return written;
    return this.#writeInto(this.#share.longRoom, entry, formula, results, before);
  }

  #writeInto(room: SlotRange, entry: number, formula: HashFormula, results: number, before: Felt | Slot) {
    const writer = new RecipeWriter(this.#share.words, this.#share.steps(entry), room, results);
    for (const [i, result] of formula<Slot>(writer, before).entries()) writer.put(room.from + i, result);
    const { length, end } = writer;
    return length === undefined ? undefined : { length, results, range: { from: room.from, to: end } };
  }

  /** Whether the long recipe before is through, and all that may refer to it. */
  #longRoomIsFree(): boolean {
    if (!this.#long) return true;
    const readers = Math.min(this.#share.get(WRITTEN), this.#long.index + REACH);
    if (this.#share.get(PASSED) < readers) return false;
    this.#long.settle();
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
  }

  /** The entry of hashes that are still in the ring and not known here yet. */
  #underWay(before: Felt | DeferredHashes, index: number): RingHashes | undefined {
    if (!(before instanceof RingHashes) || before.isSettled) return undefined;
    return this.#ring[before.index % RING] === before && index - before.index < REACH ? before : undefined;
  }

  #start(): void {
    // Loaded with the first thread: a start need not wait for it.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const worker = new Worker(this.#script, {
      workerData: { module: kernelModule(), memory: this.#share.memory },
      // It keeps nothing: what it works on is in the kernel and in the shared memory.
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 },
      // What the program was started with (a profiler, an inspector) is not meant for it.
      execArgv: [],
      stdin: false,
    });
    worker.unref();
    // Without it everything is computed here, as it was before it started.
    const end = () => {
      this.#isClosed = true;
    };
    worker.on('error', end);
    worker.on('exit', end);
    this.#worker = worker;
  }
}
