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
  /** The chain as it was published last. A read takes it once and keeps it. */
  readonly chain: ChainView;
  /** The same for somebody who may give up: a signal that fires ends what this view executes. */
  chainFor(signal: Cancellation | undefined): ChainView;
  /**
   * Runs a job alone, in the order of arrival, on a draft of the chain. When the job ends the draft is published and
   * followers are told, before this promise resolves; when it throws, or the signal fires first, nothing has happened.
   */
  write<T>(job: (draft: ChainDraft) => T | Promise<T>, options?: WriteOptions): Promise<T>;
  /** Begins to compile a class, or gives the one that was: a write that needs it finds it ready. */
  compile(definition: ClassDefinition): Promise<DeclaredClass>;
  /**
   * Calls back after each published change, synchronously; returns how to stop. The next write waits for what a listener
   * promises, so that followers keep up.
   */
  follow(listener: Follower): () => void;
  /** Finds an origin to fork from. */
  readonly connect: ConnectOrigin;
  /** The chain as the bytes of a state file. */
  saveState(writeRecord: (record: JournalRecord) => string): Promise<Uint8Array>;
  /**
   * Replaces the chain by that of a state file, with the prices and the mode of the overrides. Throws StateFileError and
   * changes nothing when the file cannot be used, or an override contradicts how its chain began.
   */
  loadState(file: Uint8Array, readRecord: (text: Uint8Array) => JournalRecord, overrides?: Overrides): Promise<void>;
  /** Stops timers and gives up what is queued; a write that is running is not published any more. */
  close(): void;
}

/** Told of what happened. It may promise to have worked it off. */
export type Follower = (events: readonly ChainEvent[]) => Promise<void> | undefined | void;

export interface WriteOptions {
  /** What the journal keeps when the job succeeds. */
  readonly record?: JournalRecord | undefined;
  readonly signal?: Cancellation | undefined;
}

export interface PredeployedAccount {
  readonly address: Felt;
  readonly publicKey: Felt;
  readonly privateKey: Felt;
  readonly initialBalance: bigint;
}

/** The contracts that are there from the start, and their classes. */
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
  /** The open block as it is at this moment of the clock. */
  readonly open: OpenBlock;
  readonly openNumber: number;
  /** The number of the first block that is ours: 0, or the one after a fork's origin block. */
  readonly firstNumber: number;
  readonly chainId: Felt;
  /** What the chain was forked from. */
  readonly origin: Origin | undefined;
  /** The highest block of the origin that was declared accepted on L1 here. */
  readonly originAcceptedNumber: number | undefined;
  /** The highest block accepted on L1, undefined while there is none. */
  readonly l1AcceptedNumber: number | undefined;
  /** Retained transactions, those of the open block included. */
  readonly transactionCount: number;
  readonly autoImpersonate: boolean;
  /** It shares what it has in common with the journals of other moments. */
  readonly journal: Journal;
  /** The L1 that messages are exchanged with, undefined while there is none. */
  readonly l1: L1Connection | undefined;

  listImpersonatedAccounts(): Felt[];
  /** A sealed local block. */
  blockByNumber(number: number): Block | undefined;
  blockByHash(hash: Felt): Block | undefined;
  /** The one reading of block ids; throws blockNotFound. */
  resolveBlock(id: BlockId): Block | OpenBlock;
  /** The state after a block; throws blockNotFound, or -1 `No state at block ...` where the archive is needed. */
  stateAt(id: BlockId): StateView;
  /** A class declared at or before a block; needs no archive. Throws blockNotFound. */
  classAt(classHash: Felt, id: BlockId): Promise<DeclaredClass | undefined>;
  /** The transactions of a block with their places, made one by one. */
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
   * For long work, awaited between its parts: lets others run once its turn is over, and costs little before. Throws when
   * whoever asked waits no longer.
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
  /** The union over all transactions of what they first read of the state below. */
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
  /** An execution's error, or a sentence for what failed before any Cairo ran. */
  readonly failure: ErrorStack | string;

  constructor(index: number, failure: ErrorStack | string) {
    super(typeof failure === 'string' ? failure : `transaction ${index} failed`);
    this.index = index;
    this.failure = failure;
  }
}

/** A chain in the making: a write's own copy. */
export interface ChainDraft extends ChainView {
  /** Checks, executes and places a transaction; throws the API's error when it is refused. */
  submit(transaction: BroadcastTransaction): Promise<Submitted>;
  mint(address: Felt, amount: bigint, unit: 'WEI' | 'FRI'): Promise<Minted>;
  sendMessageToL2(message: MessageToL2): Promise<Felt>;
  /** Closes the open block. */
  createBlock(): Block;
  /** Makes several blocks, with the time increased between them. */
  mine(count: number, secondsBetween: bigint): Promise<readonly Block[]>;
  setBlockGeneration(mode: BlockGeneration): void;
  /** Stops the clock where it is, or lets it run on. */
  setClockFrozen(frozen: boolean): void;
  /** Sets the clock to a time of at most 2^64 - 1 seconds; the block it made, if one was asked for. */
  setTime(time: bigint, createBlock: boolean): Block | undefined;
  increaseTime(seconds: bigint): Block;
  /** Changes the prices of the blocks after the open one; all of them as they are then. */
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
  /** Collects new messages to L1, then takes one off; its hash. */
  consumeMessageToL1(message: MessageToL1): bigint;
  /** Messages to L1 of sealed blocks that were not flushed yet. */
  pendingMessagesToL1(): readonly MessageToL1[];
  /** The L1 transaction that may have brought the first of them to L1 already. */
  readonly unansweredL1Transaction: bigint | undefined;
  /** Forgets the first of them: they were flushed. The next may be on L1 too, by a transaction that was not answered. */
  dropPendingMessagesToL1(count: number, unanswered?: bigint): void;
  /** Connects to an L1, or moves on in its log. */
  setL1(l1: L1Connection): void;
  /** Keeps the present state under the next id. */
  snapshot(): bigint;
  /** Goes back to a snapshot and drops it and all later ones; false when there is none of that id. */
  revert(id: bigint): boolean;
  /** Puts a record into the journal, when one is kept. */
  record(record: JournalRecord): void;
  /** A draft of its own that starts as this one is, to try something out: it is never published. */
  copy(): ChainDraft;
  /** Publishes this write even if nobody waits for its answer any more: something outside cannot be undone. */
  insist(): void;
  /** Goes back to genesis, over another origin where one is given. */
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
