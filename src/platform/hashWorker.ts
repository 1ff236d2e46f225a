import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Felt } from '../felt/felt.ts';
import { type BackgroundHasher, type DeferredHashes, directHashing, type HashFormula } from '../felt/hashing.ts';
import { type HashRecipe, RecipeWriter, setBefore } from '../felt/hashRecipe.ts';
import { kernelModule } from '../felt/kernel.ts';
import { type HashRequest, type HashResponse, MAX_OUTSTANDING } from './hashMessages.ts';

/** The worker starts with this many formulas. A program that makes only a few blocks needs none. */
const START_AFTER = 24;
/** Requests are sent in batches of this size, because each message costs about as much as a hash. */
const BATCH = 4;
/** An incomplete batch is sent after this time. */
const SEND_AFTER_MS = 2;
/** A recipe with more words is sent at once: it is a class, and somebody waits for its hash. */
const LARGE_WORDS = 1 << 13;

/** Hashes that the worker computes, unless the main thread needs them first. */
class WorkerHashes implements DeferredHashes {
  readonly id: number;
  /** The formula, for the main thread, until the hashes are known. */
  #work: { readonly formula: HashFormula; readonly before: Felt | DeferredHashes } | undefined;
  #hashes: readonly Felt[] | undefined;

  constructor(id: number, formula: HashFormula, before: Felt | DeferredHashes) {
    this.id = id;
    this.#work = { formula, before };
  }

  get before(): Felt | DeferredHashes | undefined {
    return this.#work?.before;
  }

  get isSettled(): boolean {
    return this.#hashes !== undefined;
  }

  receive(hashes: readonly Felt[]): void {
    this.#hashes ??= hashes;
    this.#work = undefined;
  }

  settle(): readonly Felt[] {
    if (!this.#hashes) {
      const { formula, before } = this.#work!;
      this.receive(formula(directHashing, settledValue(before)));
    }
    return this.#hashes!;
  }
}

const settledValue = (before: Felt | DeferredHashes): Felt =>
  typeof before === 'bigint' ? before : before.settle().at(-1)!;

/**
 * Computes hashes in a worker. Formulas are sent to it as recipes in batches, and its answers come back as messages. If the main thread
 * needs a hash that has not arrived, it computes the hash itself, so nothing ever waits for the worker.
 */
export class HashWorker implements BackgroundHasher {
  readonly #script: URL;
  readonly #writer = new RecipeWriter();
  #untilStart: number;
  #worker: Worker | undefined;
  #isReady = false;
  #isClosed = false;
  #nextId = 0;
  /** Not sent yet. */
  #queue: { readonly hashes: WorkerHashes; readonly recipe: HashRecipe }[] = [];
  /** Sent and not answered, by id. */
  readonly #outstanding = new Map<number, WorkerHashes>();
  #timer: NodeJS.Timeout | undefined;

  /** `script` is the built form of hashWorkerScript.ts. */
  constructor(script: URL, startAfter = START_AFTER) {
    this.#script = script;
    this.#untilStart = startAfter;
  }

  /** Starts the worker now, unless it runs. */
  prepare(): void {
    if (!this.#worker && !this.#isClosed) this.#start();
  }

  begin(formula: HashFormula, count: number, before: Felt | DeferredHashes): WorkerHashes | undefined {
    if (!this.#worker && --this.#untilStart <= 0) this.prepare();
    if (!this.#isReady || this.#outstanding.size + this.#queue.length >= MAX_OUTSTANDING) return undefined;
    const recipe = this.#writer.write(formula, count);
    if (!recipe) return undefined;
    const hashes = new WorkerHashes(this.#nextId++, formula, before);
    this.#queue.push({ hashes, recipe });
    if (this.#queue.length >= BATCH || recipe.words.length > LARGE_WORDS) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), SEND_AFTER_MS).unref();
    return hashes;
  }

  close(): void {
    this.#end();
    this.#worker?.terminate();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const requests: HashRequest[] = [];
    for (const { hashes, recipe } of this.#queue) {
      if (hashes.isSettled) continue;
      requests.push(this.#requestOf(hashes, recipe));
      this.#outstanding.set(hashes.id, hashes);
    }
    this.#queue = [];
    if (requests.length > 0) this.#worker!.postMessage(requests);
  }

  #requestOf({ id, before }: WorkerHashes, recipe: HashRecipe): HashRequest {
    if (before instanceof WorkerHashes && this.#outstanding.has(before.id) && !before.isSettled)
      return { id, recipe, builtOn: before.id };
    setBefore(recipe, settledValue(before!));
    return { id, recipe, builtOn: undefined };
  }

  #receive(responses: readonly HashResponse[]): void {
    for (const { id, hashes } of responses) {
      if (hashes) this.#outstanding.get(id)?.receive(hashes);
      this.#outstanding.delete(id);
    }
  }

  #end(): void {
    this.#isReady = false;
    this.#isClosed = true;
    this.#queue = [];
    this.#outstanding.clear();
    clearTimeout(this.#timer);
  }

  #start(): void {
    // Loaded with the first worker: loading it would make the start of the program slower.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const worker = new Worker(this.#script, {
      workerData: kernelModule(),
      // What it works on is in the memory of its kernel.
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 },
      // Options of this process, such as a profiler or an inspector, are not meant for the worker.
      execArgv: [],
      stdin: false,
    });
    worker.unref();
    worker.once('message', () => {
      this.#isReady = !this.#isClosed;
      worker.on('message', (responses) => this.#receive(responses));
    });
    // Without the worker, the main thread computes everything.
    worker.on('error', () => this.#end());
    worker.on('exit', () => this.#end());
    this.#worker = worker;
  }
}

/** The hash worker of the built command; undefined if there is only one processor, or if the sources run unbuilt. */
export function createHashWorker(): HashWorker | undefined {
  const script = new URL('./hashWorker.js', import.meta.url);
  return availableParallelism() > 1 && existsSync(script) ? new HashWorker(script) : undefined;
}
