import type { CasmClass } from '../cairo/casm.ts';
import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import type { GasPrices } from '../execution/blockContext.ts';
import type { CallResult } from '../execution/callContext.ts';
import type { ErrorStack } from '../execution/errorStack.ts';
import type { Explanation } from '../execution/explain/explanation.ts';
import type { GasVector } from '../execution/gasVector.ts';
import type { TransactionTrace } from '../execution/trace.ts';
import type { Felt } from '../felt/felt.ts';
import type { InitialReads } from '../state/transactionState.ts';
import type { Cancellation } from './cancellation.ts';
import type { BlockGeneration, NodeConfig } from './config.ts';
import type { PredeployedAccount } from './genesis/accounts.ts';
import type { L1Connection } from './l1Connection.ts';
import type { ConnectOrigin, Origin } from './origin.ts';
import type { BroadcastTransaction, MessageToL1, MessageToL2, StateEdit } from './run/broadcast.ts';
import type { Overrides } from './stateFile/overrides.ts';
import type { Block, OpenBlock, PlacedTransaction } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';
import type { ChainEvent } from './value/event.ts';
import type { GasPriceChanges, Journal, JournalRecord } from './value/journal.ts';

/**
 * The node: one published chain that reads look at, and one queue of writes that replace it.
 * Requests that cannot be served are thrown as ChainError (protocol/chainError.ts).
 */
export interface Node {
  /** The start-up configuration; on a fork with the origin's chain id and block. */
  readonly config: NodeConfig;
  readonly chainId: Felt;
  readonly accounts: readonly PredeployedAccount[];
  readonly system: SystemContracts;
  /** The chain as it was last published. A read gets it once and uses it until its end. */
  readonly chain: ChainView;
  /** The same with a signal that cancels the executions of this view. */
  chainFor(signal: Cancellation | undefined): ChainView;
  /**
   * Runs a job on a draft of the chain, one at a time in the order of arrival. When the job ends, the draft is published and
   * followers are notified before this promise resolves. If the job throws or the signal fires first, the chain is unchanged.
   */
  write<T>(job: (draft: ChainDraft) => T | Promise<T>, options?: WriteOptions): Promise<T>;
  /** Starts to compile a class, so that a later write finds it ready. A class that is already compiled is returned. */
  compile(definition: ClassDefinition): Promise<DeclaredClass>;
  /**
   * Calls the listener synchronously after each published change. Returns a function to unsubscribe. The next write waits for the promise of
   * a listener, so that followers keep up (backpressure).
   */
  follow(listener: Follower): () => void;
  /** Connects to an origin. */
  readonly connect: ConnectOrigin;
  /** The chain as the bytes of a state file. */
  saveState(writeRecord: (record: JournalRecord) => string): Promise<Uint8Array>;
  /**
   * Replaces the chain by that of a state file, with the prices and the mode of the overrides. Throws StateFileError and
   * changes nothing when the file cannot be used, or an override contradicts how its chain began.
   */
  loadState(file: Uint8Array, readRecord: (text: Uint8Array) => JournalRecord, overrides?: Overrides): Promise<void>;
  /** Stops timers and cancels queued writes. A running write is not published any more. */
  close(): void;
}

/** Receives the events of a change. It may return a promise that resolves when it has processed them. */
export type Follower = (events: readonly ChainEvent[]) => Promise<void> | undefined | void;

export interface WriteOptions {
  /** The journal record if the job succeeds. */
  readonly record?: JournalRecord | undefined;
  readonly signal?: Cancellation | undefined;
}

/** The contracts and classes that exist at genesis. */
export interface SystemContracts {
  readonly ethAddress: Felt;
  readonly ethClassHash: Felt;
  readonly strkAddress: Felt;
  readonly strkClassHash: Felt;
  readonly udcAddress: Felt;
  readonly udcClassHash: Felt;
  readonly accountClassHash: Felt;
  /** Declared on request only. */
  readonly argent: Felt | undefined;
  readonly argentMultisig: Felt | undefined;
}

/** One state of the chain; it never changes. */
export interface ChainView {
  readonly latest: Block;
  /** The open block, with the current time. */
  readonly open: OpenBlock;
  readonly openNumber: number;
  /** The number of the first local block: 0, or on a fork the one after the forked block. */
  readonly firstNumber: number;
  readonly chainId: Felt;
  /** The origin, if the chain is a fork. */
  readonly origin: Origin | undefined;
  /** The highest block of the origin that was declared accepted on L1 here. */
  readonly originAcceptedNumber: number | undefined;
  /** The highest block accepted on L1, undefined while there is none. */
  readonly l1AcceptedNumber: number | undefined;
  /** Retained transactions, those of the open block included. */
  readonly transactionCount: number;
  readonly autoImpersonate: boolean;
  /** A persistent vector, which shares its content with earlier versions. */
  readonly journal: Journal;
  /** The L1 that messages are exchanged with, undefined while there is none. */
  readonly l1: L1Connection | undefined;

  listImpersonatedAccounts(): Felt[];
  /** A sealed local block. */
  blockByNumber(number: number): Block | undefined;
  blockByHash(hash: Felt): Block | undefined;
  /** Resolves a block id. Throws blockNotFound. */
  resolveBlock(id: BlockId): Block | OpenBlock;
  /** The state after a block; throws blockNotFound, or -1 `No state at block ...` where the archive is needed. */
  stateAt(id: BlockId): StateView;
  /** A class declared at or before a block; needs no archive. Throws blockNotFound. */
  classAt(classHash: Felt, id: BlockId): Promise<DeclaredClass | undefined>;
  /** The transactions of a block with their positions, created lazily. */
  eachTransaction(block: Block | OpenBlock): Iterable<PlacedTransaction>;
  transaction(hash: Felt): PlacedTransaction | undefined;
  /** The L2 transactions of an L1 transaction's messages, in the order of sending. */
  transactionsOfL1(hash: bigint): readonly PlacedTransaction[];

  /** Calls a contract without a transaction. It sees the header of the block, as estimates and simulations do. */
  call(request: CallRequest, id: BlockId): Promise<CallResult>;
  /** Throws TransactionFailure for the first that fails, a reverted one included. */
  estimateFee(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<readonly FeeEstimate[]>;
  estimateMessageFee(
    message: MessageToL2,
    id: BlockId,
  ): Promise<FeeEstimate | { readonly failure: ErrorStack | string }>;
  /** Throws TransactionFailure for the first that could not be included. */
  simulate(transactions: readonly BroadcastTransaction[], options: SimulationOptions, id: BlockId): Promise<Simulation>;
  trace(transaction: PlacedTransaction): Promise<TransactionTrace>;
  /** What a transaction called and why it failed, with the names of contracts and functions. */
  explain(transaction: PlacedTransaction): Promise<Explanation>;
  /** What the traced transactions of a block first read of the state before it. */
  initialReadsOf(block: Block | OpenBlock): Promise<InitialReads>;
  prove(transaction: BroadcastTransaction, id: BlockId): Promise<Proof>;

  /**
   * Long work awaits this between its parts. It lets other work run at the end of a time slice, and costs little before. Throws if the
   * request was cancelled.
   */
  rest(): Promise<void> | undefined;
}

/** The state after a block. Values may have to be fetched when the chain is a fork. */
export interface StateView {
  /** Zero when nothing is deployed there. */
  classHashOf(address: Felt): Promise<Felt>;
  nonceOf(address: Felt): Promise<Felt>;
  storageOf(address: Felt, key: Felt): Promise<Felt>;
  /** The newest block up to this one that changed the cell; 0 when only genesis did, or nothing. */
  lastUpdateOf(address: Felt, key: Felt): Promise<number>;
  /** A class declared at or before this block. */
  classOf(classHash: Felt): Promise<DeclaredClass | undefined>;
  /** The compiled form of such a class; undefined for Cairo 0. */
  casmOf(classHash: Felt): Promise<CasmClass | undefined>;
}

export interface CallRequest {
  readonly contractAddress: Felt;
  readonly entryPointSelector: Felt;
  readonly calldata: readonly Felt[];
}

export interface SimulationOptions {
  readonly skipValidate: boolean;
  readonly skipFeeCharge: boolean;
}

export interface FeeEstimate {
  readonly gas: GasVector;
  readonly l1GasPrice: bigint;
  readonly l1DataGasPrice: bigint;
  readonly l2GasPrice: bigint;
  readonly overallFee: bigint;
  readonly unit: 'FRI' | 'WEI';
}

export interface Simulation {
  readonly transactions: readonly { readonly trace: TransactionTrace; readonly estimate: FeeEstimate }[];
  /** The initial reads of all transactions together. */
  readonly initialReads: InitialReads;
}

export interface Proof {
  readonly proof: Uint8Array;
  readonly proofFacts: readonly Felt[];
  readonly messages: readonly (MessageToL1 & { readonly order: number })[];
}

/** The first transaction of a batch that could not be estimated or simulated. */
export class TransactionFailure extends Error {
  override readonly name = 'TransactionFailure';
  readonly index: number;
  /** The error stack of an execution, or a sentence if it failed before any Cairo code ran. */
  readonly failure: ErrorStack | string;

  constructor(index: number, failure: ErrorStack | string) {
    super(typeof failure === 'string' ? failure : `transaction ${index} failed`);
    this.index = index;
    this.failure = failure;
  }
}

/** The draft of a write. */
export interface ChainDraft extends ChainView {
  /** Checks a transaction, executes it and adds it to the open block. Throws a ChainError if it is rejected. */
  submit(transaction: BroadcastTransaction): Promise<Submitted>;
  mint(address: Felt, amount: bigint, unit: 'WEI' | 'FRI'): Promise<Minted>;
  sendMessageToL2(message: MessageToL2): Promise<Felt>;
  /** Closes the open block. */
  createBlock(): Block;
  /** Makes several blocks, with the time increased between them. */
  mine(count: number, secondsBetween: bigint): Promise<readonly Block[]>;
  setBlockGeneration(mode: BlockGeneration): void;
  /** Stops the clock or lets it run again. */
  setClockFrozen(frozen: boolean): void;
  /** Sets the clock to a time of at most 2^64 - 1 seconds. Returns the new block if one was requested. */
  setTime(time: bigint, createBlock: boolean): Block | undefined;
  increaseTime(seconds: bigint): Block;
  /** Changes the prices of the blocks after the open one, and returns all new prices. */
  setGasPrices(changes: GasPriceChanges, createBlock: boolean): GasPrices;
  /** The removed blocks, newest first. */
  abortBlocks(from: BlockId): readonly Block[];
  /** The newly accepted local blocks, newest first. */
  acceptOnL1(upTo: BlockId): Promise<readonly Block[]>;
  impersonate(address: Felt): Promise<void>;
  stopImpersonating(address: Felt): void;
  setAutoImpersonate(on: boolean): void;
  applyStateEdit(
    edit: StateEdit,
  ): Promise<readonly { readonly classHash: Felt; readonly compiledClassHash: Felt | undefined }[]>;
  /** Collects new messages to L1, then consumes one and returns its hash. */
  consumeMessageToL1(message: MessageToL1): bigint;
  /** Messages to L1 of sealed blocks that were not flushed yet. */
  pendingMessagesToL1(): readonly MessageToL1[];
  /** A transaction that may have already delivered the first of them to L1. */
  readonly unansweredL1Transaction: bigint | undefined;
  /** Removes the first messages after they were flushed. The next one may be on L1 too, by a transaction without an answer. */
  dropPendingMessagesToL1(count: number, unanswered?: bigint): void;
  /** Sets the L1 connection or its position in the log. */
  setL1(l1: L1Connection): void;
  /** Stores the current chain under the next snapshot id. */
  snapshot(): bigint;
  /** Reverts to a snapshot and drops it and all later ones. Returns false if there is none with that id. */
  revert(id: bigint): boolean;
  /** Adds a record to the journal, if there is one. */
  record(record: JournalRecord): void;
  /** A copy of this draft to try something out. It is never published. */
  copy(): ChainDraft;
  /** Makes this write complete even if its client cancels, because it has effects outside of the chain. */
  insist(): void;
  /** Restarts at genesis, with another origin if one is given. */
  restart(options: RestartOptions): Promise<void>;
}

export interface RestartOptions {
  readonly keepMessaging: boolean;
  readonly origin?: Origin | undefined;
}

export interface Submitted {
  readonly transactionHash: Felt;
  /** Of a declaration. */
  readonly classHash?: Felt;
  /** Of a deployed account. */
  readonly contractAddress?: Felt;
}

export interface Minted {
  readonly transactionHash: Felt;
  readonly newBalance: bigint;
  /** Set when the transaction is in a block but did not mint. */
  readonly revertReason: string | undefined;
}
