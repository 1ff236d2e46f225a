import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Felt } from '../felt/felt.ts';
import type { BackgroundHasher, DeferredHashes, HashFormula } from '../felt/hashing.ts';
import { type HashRecipe, RecipeWriter } from '../felt/hashRecipe.ts';
import { kernelModule, sharedKernel } from '../felt/kernel.ts';
import { type HashRequest, type HashResponse, MAX_OUTSTANDING } from './hashMessages.ts';

/** The worker starts with this many formulas. A program that makes only a few blocks needs none. */
const START_AFTER = 24;
/** Requests are sent in batches of this size, because each message costs about as much as a hash. */
const BATCH = 4;
/** An incomplete batch is sent after this time. */
const SEND_AFTER_MS = 2;
/** A recipe with more inputs is sent at once, so that both threads can compute it if its hashes are read soon. */
const LARGE_SLOTS = 256;

/** Hashes that the worker computes. If the main thread needs them first, it computes what the worker has not done. */
class WorkerHashes implements DeferredHashes {
  readonly id: number;
  /** Undefined once the hashes are known. */
  #work: { readonly recipe: HashRecipe; readonly before: Felt | DeferredHashes } | undefined;
  #hashes: readonly Felt[] | undefined;

  constructor(id: number, recipe: HashRecipe, before: Felt | DeferredHashes) {
    this.id = id;
    this.#work = { recipe, before };
  }

  get work(): { readonly recipe: HashRecipe; readonly before: Felt | DeferredHashes } | undefined {
    return this.#work;
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
      const { recipe, before } = this.#work!;
      recipe.setBefore(settledValue(before));
      this.receive(recipe.computeBackwards(sharedKernel()));
    }
    return this.#hashes!;
  }
}

const settledValue = (before: Felt | DeferredHashes): Felt =>
  typeof before === 'bigint' ? before : before.settle().at(-1)!;

/**
 * Computes hashes in a worker. Formulas are sent to it as recipes in batches, and its answers come back as messages. If the main thread
 * needs a hash that has not arrived, it computes the rest of the recipe, from its end, so nothing ever waits for the worker.
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
  #queue: WorkerHashes[] = [];
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
    const hashes = new WorkerHashes(this.#nextId++, recipe, before);
    this.#queue.push(hashes);
    if (this.#queue.length >= BATCH || recipe.shared.slots > LARGE_SLOTS) this.#send();
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
    for (const hashes of this.#queue) {
      if (!hashes.work) continue;
      requests.push(this.#requestOf(hashes.id, hashes.work));
      this.#outstanding.set(hashes.id, hashes);
    }
    this.#queue = [];
    if (requests.length > 0) this.#worker!.postMessage(requests);
  }

  #requestOf(id: number, { recipe, before }: NonNullable<WorkerHashes['work']>): HashRequest {
    const { shared } = recipe;
    if (before instanceof WorkerHashes && this.#outstanding.has(before.id) && !before.isSettled)
      return { id, recipe: shared, builtOn: before.id };
    recipe.setBefore(settledValue(before));
    return { id, recipe: shared, builtOn: undefined };
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
