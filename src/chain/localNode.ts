import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import { type Felt, feltOfAscii, toFelt } from '../felt/felt.ts';
import { EMPTY_BASE, type StateBase } from '../state/stateBase.ts';
import { predeployedAccounts } from './accounts.ts';
import { LocalChainDraft } from './chainDraft.ts';
import { eventsBetween } from './chainEvents.ts';
import type { ChainValue } from './chainValue.ts';
import { LocalChainView } from './chainView.ts';
import type { BlockGeneration, NodeConfig } from './config.ts';
import type { Environment } from './environment.ts';
import type { ChainEvent } from './event.ts';
import type { Executor } from './executor.ts';
import { genesis, UDC_ADDRESS } from './genesis.ts';
import type {
  ChainDraft,
  ChainView,
  JournalEntry,
  Node,
  PredeployedAccount,
  SystemContracts,
  WriteOptions,
} from './node.ts';
import type { Sealing } from './seal.ts';
import { NO_SNAPSHOTS, type Snapshots } from './snapshots.ts';
import type { SystemClassSet } from './systemClasses.ts';
import { ETH, STRK } from './token.ts';
import { TraceCache } from './traceCache.ts';
import { WriteQueue } from './writeQueue.ts';

/** What a node is built from; time and machines are passed in, so the same inputs give the same blocks. */
export interface NodeParts {
  readonly config: NodeConfig;
  readonly classes: SystemClassSet;
  readonly executor: Executor;
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
  /** Seconds since 1970. */
  readonly now: () => number;
}

/** The entry that a block made by the timer leaves in the journal. */
const INTERVAL_ENTRY: JournalEntry = { jsonrpc: '2.0', method: 'devnet_createBlock', params: null, id: 0 };

/** The node over local state. */
export class LocalNode implements Node {
  readonly config: NodeConfig;
  readonly chainId: Felt;
  readonly accounts: readonly PredeployedAccount[];
  readonly system: SystemContracts;
  readonly #env: Environment;
  readonly #classes: SystemClassSet;
  readonly #base: StateBase = EMPTY_BASE;
  readonly #queue = new WriteQueue();
  readonly #followers = new Set<(events: readonly ChainEvent[]) => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #value: ChainValue;
  #snapshots: Snapshots = NO_SNAPSHOTS;

  constructor({ config, classes, executor, compile, now }: NodeParts) {
    this.config = config;
    this.chainId = feltOfAscii(config.chainId);
    this.accounts = predeployedAccounts(config.seed, config.accounts, config.initialBalance);
    this.#classes = classes;
    this.system = systemContracts(classes);
    const sealing: Sealing = { liteMode: config.liteMode, originHash: toFelt(0n), originHashAt: () => undefined };
    this.#env = {
      config,
      chainId: this.chainId,
      accounts: this.accounts,
      sealing,
      executor,
      compile,
      now,
      traces: new TraceCache(),
    };
    this.#value = this.#genesis();
    this.#setTimer(config.blockGeneration);
  }

  get chain(): ChainView {
    return new LocalChainView(this.#env, this.#value);
  }

  /** The published chain itself: what a snapshot in this process refers to. */
  get value(): ChainValue {
    return this.#value;
  }

  /** Replaces the published chain. Writes that are under way would be lost, so there must be none. */
  restore(value: ChainValue): void {
    if (this.#queue.isBusy) throw new Error('The chain cannot be restored while a write is under way: await it first.');
    const old = this.#value;
    this.#value = value;
    this.#tell(eventsBetween(old, value), old);
  }

  write<T>(job: (draft: ChainDraft) => T | Promise<T>, { entry, signal }: WriteOptions = {}): Promise<T> {
    return this.#queue.run(async () => {
      const draft = new LocalChainDraft(this.#env, this.#value, this.#snapshots, async () => this.#genesis());
      const result = await job(draft);
      signal?.throwIfAborted();
      this.#publish(draft, entry);
      return result;
    }, signal);
  }

  follow(listener: (events: readonly ChainEvent[]) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#queue.close();
  }

  #publish(draft: LocalChainDraft, entry: JournalEntry | undefined): void {
    const old = this.#value;
    const journaled = entry && draft.keepsEntry && this.config.dumpOn !== undefined;
    const value = journaled ? { ...draft.result, journal: draft.result.journal.push(entry) } : draft.result;
    this.#value = value;
    this.#snapshots = draft.snapshots;
    this.#tell(draft.isReset ? [{ kind: 'reset' }] : eventsBetween(old, value), old);
  }

  #tell(events: readonly ChainEvent[], old: ChainValue): void {
    if (old.blockGeneration !== this.#value.blockGeneration) this.#setTimer(this.#value.blockGeneration);
    if (events.length) for (const listener of this.#followers) listener(events);
  }

  #genesis(): ChainValue {
    return genesis({
      config: this.config,
      accounts: this.accounts,
      classes: this.#classes,
      base: this.#base,
      firstNumber: 0,
      sealing: this.#env.sealing,
      now: this.#env.now(),
    });
  }

  #setTimer(mode: BlockGeneration): void {
    clearInterval(this.#timer);
    this.#timer = typeof mode === 'object' ? setInterval(() => this.#tick(), mode.intervalSeconds * 1000) : undefined;
  }

  /** The timer's block. It goes through the queue as any write, whatever methods clients may not call. */
  #tick(): void {
    this.write((draft) => draft.createBlock(), { entry: INTERVAL_ENTRY }).catch(() => undefined);
  }
}

function systemContracts({ eth, strk, udc, account, argent, argentMultisig }: SystemClassSet): SystemContracts {
  return {
    ethAddress: ETH.address,
    ethClassHash: eth.classHash,
    strkAddress: STRK.address,
    strkClassHash: strk.classHash,
    udcAddress: UDC_ADDRESS,
    udcClassHash: udc.classHash,
    accountClassHash: account.classHash,
    argent: argent?.classHash,
    argentMultisig: argentMultisig?.classHash,
  };
}
