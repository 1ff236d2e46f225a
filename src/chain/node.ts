import { nextTurn } from '../async/turns.ts';
import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import type { Cancellation } from './cancellation.ts';
import { ChainView } from './chainView.ts';
import type { BlockGeneration, NodeConfig } from './config.ts';
import { ChainDraft } from './draft/chainDraft.ts';
import { ForkTrail } from './forkTrail.ts';
import type { PredeployedAccount } from './genesis/accounts.ts';
import { fetchedGenesis, type GenesisParts, genesis } from './genesis/genesis.ts';
import { type SystemContracts, systemContracts } from './genesis/systemContracts.ts';
import type { ForkTarget, Origin } from './origin.ts';
import { ParkedWrite } from './patience.ts';
import { declarableClass } from './run/declarableClass.ts';
import type { Print, RunOptions } from './run/executor.ts';
import { TraceCache } from './run/traceCache.ts';
import type { CodeCollector, Surroundings } from './surroundings.ts';
import type { Block } from './value/block.ts';
import { eventsBetween } from './value/chainEvents.ts';
import type { ChainValue } from './value/chainValue.ts';
import type { ChainEvent } from './value/event.ts';
import { nextNumber, recordOf } from './value/history.ts';
import type { JournalRecord } from './value/journal.ts';
import { PastStates } from './value/pastStates.ts';
import { chainTime, latestTime } from './value/seal.ts';
import { hashIfLong, SealedBlock } from './value/sealedBlock.ts';
import { listSnapshots, NO_SNAPSHOTS, type Snapshot, type Snapshots } from './value/snapshots.ts';
import { WriteQueue } from './writeQueue.ts';

/** Receives the events of a change. It may return a promise that resolves when it has processed them. */
export type Follower = (events: readonly ChainEvent[]) => Promise<void> | undefined | void;

export interface WriteOptions {
  /** The journal record if the job succeeds. */
  readonly record?: JournalRecord | undefined;
  readonly signal?: Cancellation | undefined;
  /** Whether no client waits for it, so that a restore may drop it. It then throws a DroppedWrite. */
  readonly isBackground?: boolean | undefined;
  /** Is called if the write has changed the chain. */
  readonly changed?: (() => void) | undefined;
}

/** A write in the background that was under way when the chain was restored: nothing of it is left. */
export class DroppedWrite extends Error {}

/** A restore while a write is under way, which would be lost. */
export class WriteUnderWay extends Error {}

export interface CloneOptions {
  /** Gets what contracts print in the clone. */
  readonly print?: Print | undefined;
  /** A chain of this node that the clone begins with, such as a snapshot. Default: the published one. */
  readonly from?: ChainValue | undefined;
  /** The test that the clone is for. Default: that of the original. */
  readonly test?: string | undefined;
}

/** What depends on the origin. */
interface OriginParts {
  readonly origin: Origin | undefined;
  readonly config: NodeConfig;
  readonly system: SystemContracts;
}

/**
 * The node: one published chain that reads look at, and one queue of writes that replace it.
 * Requests that cannot be served are thrown as ChainError (protocol/chainError.ts).
 */
export class Node {
  #surroundings: Surroundings;
  readonly #queue = new WriteQueue();
  readonly #followers = new Set<Follower>();
  /** Resolves when followers have processed the last changes. */
  #following: Promise<unknown> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #value: ChainValue;
  #snapshots: Snapshots = NO_SNAPSHOTS;
  #originParts: OriginParts | undefined;
  #willHash = false;
  /** How often the chain was restored. */
  #restores = 0;
  /** How often the chain was replaced by another one, by writes and restores. */
  #changes = 0;
  /** The marks of forks that are being made. */
  readonly #connecting = new Set<ForkTrail>();

  /** Starts a node. On a fork, it first fetches what genesis needs from the origin. */
  static async start(surroundings: Surroundings, origin?: Origin): Promise<Node> {
    const node = new Node(surroundings);
    if (origin) node.#value = await node.#restarted(origin);
    node.#partsOfOrigin();
    await hashIfLong(node.chain.latest);
    return node;
  }

  private constructor(surroundings: Surroundings, value?: ChainValue) {
    this.#surroundings = surroundings;
    this.#value = value ?? genesis(this.#genesisParts(undefined));
    this.#setTimer(this.#value.blockGeneration);
  }

  /** An independent node with the same chain and the same snapshots. */
  clone({ print, from = this.#value, test }: CloneOptions = {}): Node {
    const { executor, hasher, coverage } = this.surroundings;
    const own = {
      executor: executor.printingTo(print),
      // The hash worker belongs to the original, which may end it; then the hashes are computed here.
      hasher: hasher && { begin: hasher.begin.bind(hasher), close: () => undefined },
      coverage: coverage && { ...coverage },
      traces: new TraceCache(),
      pastStates: new PastStates(),
    };
    const copy = new Node({ ...this.surroundings, ...own }, from);
    if (test !== undefined) copy.coverAs(test);
    copy.#snapshots = this.#snapshots;
    copy.#originParts = this.#originParts;
    return copy;
  }

  /** Connects to an origin. */
  async connect(target: ForkTarget): Promise<Origin> {
    const trail = new ForkTrail();
    this.#connecting.add(trail);
    try {
      return await this.surroundings.connect(target, trail);
    } finally {
      this.#connecting.delete(trail);
    }
  }

  /** Whether this node is one of the forks with these ids, or is becoming it. */
  isAmong(forks: readonly string[]): boolean {
    const own = [...this.#connecting, this.#value.origin?.trail];
    return own.some((trail) => trail && forks.includes(trail.id));
  }

  get accounts(): readonly PredeployedAccount[] {
    return this.surroundings.accounts;
  }

  get surroundings(): Surroundings {
    return this.#surroundings;
  }

  /** From now on, this counts what code runs. */
  countWith(collector: CodeCollector): void {
    this.#surroundings = { ...this.#surroundings, coverage: { collector, test: this.#surroundings.coverage?.test } };
  }

  /** What runs from now on belongs to this test, in the coverage. */
  coverAs(test: string | undefined): void {
    if (this.surroundings.coverage) this.surroundings.coverage.test = test;
  }

  /** The chain of a snapshot, which stays; undefined if there is none with this id. */
  snapshot(id: bigint): ChainValue | undefined {
    return this.#snapshots.byId.get(id.toString())?.value;
  }

  /** The snapshots, oldest first. */
  get snapshots(): readonly (readonly [id: bigint, snapshot: Snapshot])[] {
    return listSnapshots(this.#snapshots);
  }

  /** A view of another chain of this node, such as a snapshot. */
  viewOf(value: ChainValue): ChainView {
    return new ChainView(this.surroundings, value);
  }

  /** The start-up configuration; on a fork with the origin's chain id and block. */
  get config(): NodeConfig {
    return this.#partsOfOrigin().config;
  }

  get chainId(): Felt {
    return this.#value.origin?.chainId ?? this.surroundings.chainId;
  }

  get system(): SystemContracts {
    return this.#partsOfOrigin().system;
  }

  /** The chain as it was last published. A read gets it once and uses it until its end. */
  get chain(): ChainView {
    return this.chainFor(undefined);
  }

  /** The chain as it was last published, with a signal that cancels the executions of this view. */
  chainFor(signal: Cancellation | undefined): ChainView {
    return new ChainView(this.surroundings, this.#value, { signal });
  }

  /** Starts to compile a class, so that a later write finds it ready. A class that is already compiled is returned. */
  compile(definition: ClassDefinition): Promise<DeclaredClass> {
    return this.surroundings.compile(definition);
  }

  /** Compiles a class and gives it the compiled class hash that a declaration in the open block must carry. */
  async compileToDeclare(definition: ClassDefinition): Promise<DeclaredClass> {
    return declarableClass(await this.compile(definition), this.#value.open.protocol.rules);
  }

  /** The published chain value, which marks of the library refer to. */
  get value(): ChainValue {
    return this.#value;
  }

  get changes(): number {
    return this.#changes;
  }

  /** Replaces the published chain. There must be no running writes, since they would be lost; those in the background are. */
  restore(value: ChainValue): void {
    if (this.#queue.isAwaited)
      throw new WriteUnderWay('The chain cannot be restored while a write is under way: await it first.');
    const old = this.#value;
    this.#value = value;
    this.#restores++;
    this.#changes++;
    this.#tell(eventsBetween(old, value), old);
  }

  /**
   * Runs a job on a draft of the chain, one at a time in the order of arrival. When the job ends, the draft is published and
   * followers are notified before this promise resolves. If the job throws or the signal fires first, the chain is unchanged.
   */
  async write<T>(job: (draft: ChainDraft) => T | Promise<T>, options: WriteOptions = {}): Promise<T> {
    for (;;)
      try {
        return await this.#queue.run(() => this.#attempt(job, options), options.signal, options.isBackground);
      } catch (error) {
        if (!(error instanceof ParkedWrite)) throw error;
        // The draft is dropped and later writes go first. The write starts again when the origin has answered.
        await error.answered;
      }
  }

  async #attempt<T>(job: (draft: ChainDraft) => T | Promise<T>, options: WriteOptions): Promise<T> {
    const { signal } = options;
    while (this.#following) {
      const following = this.#following;
      await following;
      if (this.#following === following) this.#following = undefined;
    }
    const restores = this.#restores;
    const throwIfDropped = () => {
      this.#queue.throwIfClosed();
      if (this.#restores !== restores) throw new DroppedWrite('The chain was restored meanwhile.');
    };
    const throwIfAborted = () => {
      throwIfDropped();
      signal?.throwIfAborted();
    };
    const draft = this.draftOf(this.#value, { throwIfAborted, memory: signal?.memory });
    const result = await job(draft);
    await hashIfLong(draft.view.latest);
    throwIfDropped();
    draft.throwIfAbandoned();
    this.#publish(draft, options);
    return result;
  }

  /** A draft of a chain. Only `write` publishes one. */
  draftOf(value: ChainValue, signal?: RunOptions['signal']): ChainDraft {
    return new ChainDraft(this.surroundings, value, this.#snapshots, (origin) => this.#restarted(origin), signal);
  }

  /**
   * Calls the listener synchronously after each published change. Returns a function to unsubscribe. The next write waits for the promise of
   * a listener, so that followers keep up (backpressure).
   */
  follow(listener: Follower): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /** Stops timers and cancels queued writes. A running write is not published any more. */
  close(): void {
    clearInterval(this.#timer);
    this.#queue.close();
    this.surroundings.hasher?.close();
  }

  #publish(draft: ChainDraft, { record, changed }: WriteOptions): void {
    const old = this.#value;
    const journaled = record && draft.keepsRecord && this.surroundings.config.journal;
    const drafted = draft.view.value;
    const value = journaled ? { ...drafted, journal: drafted.journal.push(record) } : drafted;
    this.#value = value;
    if (value !== old) {
      this.#changes++;
      changed?.();
    }
    this.#snapshots = draft.snapshots.all;
    // It reads answers of the origin that are still cached.
    if (draft.isReset) this.#partsOfOrigin();
    this.#tell(draft.isReset ? [{ kind: 'reset' }] : eventsBetween(old, value), old);
    // An error is ignored here; a read of the hash would throw it.
    this.#hashLater().catch(() => undefined);
  }

  /**
   * Hashes the newest block, here or in the worker, when the event loop is idle, so that the answer to the client is not delayed. With a
   * heavy block the worker begins at once, because a client that reads the receipt next would wait for its hash.
   */
  async #hashLater(): Promise<void> {
    const newest = this.#newestBlock();
    if (newest instanceof SealedBlock && newest.isHeavy && this.#hashInWorker(newest)) return;
    if (this.#willHash) return;
    this.#willHash = true;
    await nextTurn();
    this.#willHash = false;
    const block = this.#newestBlock();
    if (!this.#hashInWorker(block)) block?.hash;
  }

  #newestBlock(): Block | undefined {
    const { history } = this.#value;
    return recordOf(history, nextNumber(history) - 1)?.block;
  }

  #hashInWorker(block: Block | undefined): boolean {
    const { hasher } = this.surroundings;
    return hasher !== undefined && block instanceof SealedBlock && block.hashInBackground(hasher);
  }

  #tell(events: readonly ChainEvent[], old: ChainValue): void {
    if (old.blockGeneration !== this.#value.blockGeneration) this.#setTimer(this.#value.blockGeneration);
    if (!events.length) return;
    if (events.some(({ kind }) => kind === 'reorg' || kind === 'reset')) {
      this.surroundings.pastStates.clear();
      this.surroundings.traces.clear();
    }
    for (const listener of this.#followers) {
      const promised = listener(events);
      if (promised) this.#following = this.#following ? Promise.all([this.#following, promised]) : promised;
    }
  }

  async #restarted(origin: Origin | undefined): Promise<ChainValue> {
    const parts = this.#genesisParts(origin);
    return origin ? fetchedGenesis(parts) : genesis(parts);
  }

  #genesisParts(origin: Origin | undefined): GenesisParts {
    const { config, accounts, systemClasses: classes, now } = this.surroundings;
    return { config, accounts, classes, origin, now: now() };
  }

  /** Makes what depends on the origin, once for each origin. */
  #partsOfOrigin(): OriginParts {
    const { origin } = this.#value;
    if (this.#originParts?.origin !== origin || !this.#originParts)
      this.#originParts = {
        origin,
        config: origin ? forkedConfig(this.surroundings.config, origin) : this.surroundings.config,
        system: systemContracts(this.surroundings.systemClasses, origin),
      };
    return this.#originParts;
  }

  #setTimer(mode: BlockGeneration): void {
    clearInterval(this.#timer);
    if (typeof mode !== 'object') this.#timer = undefined;
    else if ('intervalSeconds' in mode) this.#timer = setInterval(() => this.#tick(), mode.intervalSeconds * 1000);
    else this.#timer = setInterval(() => this.#tickOfMempool(BigInt(mode.mempoolSeconds)), 1000);
  }

  /** Makes an interval block. It goes through the queue like any write and does not depend on restricted methods. */
  #tick(): void {
    this.write((draft) => draft.openBlock.seal(), { record: { kind: 'blockMade' }, isBackground: true }).catch(
      () => undefined,
    );
  }

  /** Fills and closes a block if the clock of the chain, which may stand still, has gone on far enough since the last one. */
  #tickOfMempool(seconds: bigint): void {
    const isDue = (value: ChainValue) => chainTime(value, this.surroundings.now()) - latestTime(value) >= seconds;
    if (this.#queue.isBusy || !isDue(this.#value)) return;
    const fill = async (draft: ChainDraft) => {
      if (isDue(draft.view.value)) await draft.createBlock();
    };
    this.write(fill, { isBackground: true }).catch(() => undefined);
  }
}

function forkedConfig(config: NodeConfig, origin: Origin): NodeConfig {
  const { url, cachingEnabled, chainName, block } = origin;
  return { ...config, chainId: chainName, fork: { ...config.fork, url, cachingEnabled, blockNumber: block.number } };
}
