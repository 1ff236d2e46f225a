import { finishInSlices } from '../async/steps.ts';
import type { GasPrices } from '../execution/blockContext.ts';
import { messageToL1Hash } from '../execution/hash/messageHash.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { failed } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';
import { BlockDraft } from './blockDraft.ts';
import type { BlockGeneration } from './config.ts';
import type { Environment } from './environment.ts';
import { type L1Connection, restartedL1 } from './l1Connection.ts';
import type { Origin } from './origin.ts';
import type { MessageToL1, StateEdit } from './run/broadcast.ts';
import type { RunOptions } from './run/executor.ts';
import { checkStateEdit } from './run/stateEdit.ts';
import { abortBlocks } from './value/abortBlocks.ts';
import { acceptOnL1 } from './value/acceptOnL1.ts';
import type { Block } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';
import type { ChainValue } from './value/chainValue.ts';
import { emptyBlockTime, LAST_TIME, setFrozen, setTime } from './value/clock.ts';
import type { GasPriceChanges, JournalRecord } from './value/journal.ts';
import { collectMessages, consumeMessage } from './value/messaging.ts';
import { restoreBlock } from './value/restoreBlock.ts';
import { latestTime } from './value/seal.ts';
import {
  dropSnapshot,
  dropSnapshots,
  keepSnapshot,
  listSnapshots,
  nameSnapshot,
  type Snapshots,
  takeSnapshot,
} from './value/snapshots.ts';
import { isPartOf } from './value/timeline.ts';

export interface RestartOptions {
  readonly keepMessaging: boolean;
  readonly origin?: Origin | undefined;
}

/** A write's own copy of the chain: transactions, blocks, and what the sandbox lets its user change. */
export class ChainDraft extends BlockDraft {
  #snapshots: Snapshots;
  readonly #restarted: (origin: Origin | undefined) => Promise<ChainValue>;
  #isReset = false;

  constructor(
    env: Environment,
    value: ChainValue,
    snapshots: Snapshots,
    restarted: (origin: Origin | undefined) => Promise<ChainValue>,
    signal?: RunOptions['signal'],
  ) {
    super(env, value, signal);
    this.#snapshots = snapshots;
    this.#restarted = restarted;
  }

  /** The chain after the write. */
  get result(): ChainValue {
    return this.value;
  }

  /** The snapshots after the write. */
  get snapshots(): Snapshots {
    return this.#snapshots;
  }

  /** Whether the chain was replaced, by a restart or a load. */
  get isReset(): boolean {
    return this.#isReset;
  }

  /** Makes several blocks, with the time increased between them. */
  async mine(count: number, secondsBetween: bigint): Promise<readonly Block[]> {
    const blocks: Block[] = [];
    for (let i = 0; i < count; i++) {
      blocks.push(await (i > 0 && secondsBetween > 0n ? this.increaseTime(secondsBetween) : this.createBlock()));
      await this.rest();
    }
    return blocks;
  }

  async setBlockGeneration(blockGeneration: BlockGeneration): Promise<void> {
    if (blockGeneration === 'transaction') await this.#closeUsedBlock();
    this.value = { ...this.value, blockGeneration };
  }

  /** Stops the clock or lets it run again. */
  setClockFrozen(frozen: boolean): void {
    const clock = setFrozen(this.value.clock, frozen, this.env.now(), latestTime(this.value));
    this.value = { ...this.value, clock };
  }

  /** Sets the clock to a time of at most 2^64 - 1 seconds. Returns the new block if one was requested. */
  async setTime(time: bigint, createBlock: boolean): Promise<Block | undefined> {
    if (createBlock) await this.#closeUsedBlock();
    this.value = { ...this.value, clock: setTime(this.value.clock, time, this.env.now()) };
    return createBlock ? await this.createBlock() : undefined;
  }

  async increaseTime(seconds: bigint): Promise<Block> {
    await this.#closeUsedBlock();
    const time = emptyBlockTime(this.value.clock, this.env.now(), latestTime(this.value));
    if (time + seconds > LAST_TIME)
      throw failed(
        `The time is ${time} and cannot be increased by ${seconds} seconds: the last time that a block can have is ${LAST_TIME} (2^64 - 1).`,
      );
    return (await this.setTime(time + seconds, true))!;
  }

  /** Changes the prices of the blocks after the open one, and returns all new prices. */
  async setGasPrices(changes: GasPriceChanges, createBlock: boolean): Promise<GasPrices> {
    if (createBlock) await this.#closeUsedBlock();
    const { l1Gas, l1DataGas, l2Gas } = this.value.prices;
    const prices: GasPrices = {
      l1Gas: { wei: changes.gasPriceWei ?? l1Gas.wei, fri: changes.gasPriceFri ?? l1Gas.fri },
      l1DataGas: { wei: changes.dataGasPriceWei ?? l1DataGas.wei, fri: changes.dataGasPriceFri ?? l1DataGas.fri },
      l2Gas: { wei: changes.l2GasPriceWei ?? l2Gas.wei, fri: changes.l2GasPriceFri ?? l2Gas.fri },
    };
    this.value = { ...this.value, prices };
    if (createBlock) await this.createBlock();
    return prices;
  }

  /** The removed blocks, newest first. */
  async abortBlocks(from: BlockId): Promise<readonly Block[]> {
    if (this.env.config.stateArchiveCapacity !== 'full')
      throw failed(message`The abort blocks feature requires ${hint('archiveSetToFull')}.`);
    const first = from === 'open' ? { number: (await this.createBlock()).number } : from;
    const { value, blocks } = await finishInSlices(abortBlocks(this.value, first, this.env.pastStates, this.sealing));
    this.value = value;
    return blocks;
  }

  /** The newly accepted local blocks, newest first. */
  async acceptOnL1(upTo: BlockId): Promise<readonly Block[]> {
    const { value, blocks } = await acceptOnL1(this.value, upTo);
    this.value = value;
    return blocks;
  }

  async impersonate(address: Felt): Promise<void> {
    this.value = { ...this.value, impersonated: this.value.impersonated.set(keyOf(address), true) };
  }

  stopImpersonating(address: Felt): void {
    this.value = { ...this.value, impersonated: this.value.impersonated.delete(keyOf(address)) };
  }

  setAutoImpersonate(on: boolean): void {
    this.value = { ...this.value, autoImpersonate: on };
  }

  async applyStateEdit(edit: StateEdit) {
    const { diff, declared, classes } = await checkStateEdit(edit, this.value.open.state, this.env, (answered) =>
      this.waitFor(answered),
    );
    await this.changeInSlices(diff, declared);
    return classes;
  }

  /** Collects new messages to L1, then consumes one and returns its hash. */
  consumeMessageToL1({ fromAddress, toAddress, payload }: MessageToL1): bigint {
    const hash = messageToL1Hash(fromAddress, toAddress, payload);
    const messaging = consumeMessage(collectMessages(this.value.messaging, this.value.history), hash);
    if (!messaging)
      throw failed(
        `Message to L1 with hash 0x${hash.toString(16).padStart(64, '0')} is not present (never received OR already consumed).`,
      );
    this.value = { ...this.value, messaging };
    return hash;
  }

  /** Messages to L1 of sealed blocks that were not flushed yet. */
  pendingMessagesToL1(): readonly MessageToL1[] {
    this.value = { ...this.value, messaging: collectMessages(this.value.messaging, this.value.history) };
    return this.value.messaging.pending;
  }

  /** A transaction that may have already delivered the first of them to L1. */
  get unansweredL1Transaction(): bigint | undefined {
    return this.value.messaging.unanswered;
  }

  /** Removes the first messages after they were flushed. The next one may be on L1 too, by a transaction without an answer. */
  dropPendingMessagesToL1(count: number, unanswered?: bigint): void {
    const { messaging } = this.value;
    this.value = { ...this.value, messaging: { ...messaging, pending: messaging.pending.slice(count), unanswered } };
  }

  /** Sets the L1 connection or its position in the log. */
  setL1(l1: L1Connection): void {
    this.value = { ...this.value, messaging: { ...this.value.messaging, l1 } };
  }

  /** Stores the current chain under the next snapshot id. */
  snapshot(): bigint {
    const { maxSnapshots } = this.env.config;
    if (this.#snapshots.byId.size >= maxSnapshots)
      throw failed(
        message`There are ${maxSnapshots} snapshots, the most that are kept. Drop one with dropSnapshot, revert to one, or start with ${hint('moreSnapshots')}.`,
      );
    const id = this.#snapshots.nextId;
    this.#snapshots = keepSnapshot(this.#snapshots, this.value);
    return id;
  }

  /** Reverts to a snapshot and drops it and all later ones. Returns false if there is none with that id. */
  revert(id: bigint): boolean {
    const taken = takeSnapshot(this.#snapshots, id);
    if (!taken) return false;
    this.value = taken.value;
    this.#snapshots = taken.remaining;
    return true;
  }

  /**
   * Goes to a snapshot or a block and keeps all snapshots. The chain that is left becomes a snapshot too, unless it is one or the restored
   * chain has all its blocks. Returns false if there is no such snapshot, otherwise the id of the one that the chain was left as.
   */
  async restore(
    target: { readonly snapshotId: bigint } | { readonly block: BlockId },
  ): Promise<bigint | undefined | false> {
    const restored =
      'block' in target
        ? await finishInSlices(restoreBlock(this.value, target.block, this.env.pastStates, this.sealing))
        : this.#snapshots.byId.get(target.snapshotId.toString())?.value;
    if (!restored) return false;
    const left = this.value;
    const known = listSnapshots(this.#snapshots).find(([, { value }]) => value === left)?.[0];
    const kept = known ?? (isPartOf(left, restored) ? undefined : this.snapshot());
    this.value = restored;
    return kept;
  }

  /** Names a snapshot, or removes its name. Returns false if there is none with that id. */
  nameSnapshot(id: bigint, name: string | undefined): boolean {
    if (!this.#snapshots.byId.has(id.toString())) return false;
    this.#snapshots = nameSnapshot(this.#snapshots, id, name);
    return true;
  }

  /** Drops one snapshot. Returns false if there is none with that id. */
  dropSnapshot(id: bigint): boolean {
    if (!this.#snapshots.byId.has(id.toString())) return false;
    this.#snapshots = dropSnapshot(this.#snapshots, id);
    return true;
  }

  /** A copy of this draft to try something out. It is never published. */
  copy(): ChainDraft {
    return new ChainDraft(this.env, this.value, this.#snapshots, this.#restarted, this.signal);
  }

  /** Adds a record to the journal, if there is one. */
  record(record: JournalRecord): void {
    if (!this.env.config.journal) return;
    this.value = { ...this.value, journal: this.value.journal.push(record) };
  }

  /** Restarts at genesis, with another origin if one is given. */
  async restart({ keepMessaging, origin }: RestartOptions): Promise<void> {
    const { l1 } = this.value.messaging;
    const fresh = await this.#restarted(origin ?? this.value.origin);
    // An L1 that was configured at start is connected again by every restart.
    const started = this.env.config.l1.url === undefined ? undefined : restartedL1(l1);
    this.value = { ...fresh, messaging: { ...fresh.messaging, l1: keepMessaging ? l1 : started } };
    this.#snapshots = dropSnapshots(this.#snapshots);
    this.#isReset = true;
  }

  /** Closes a block with transactions before a change of time or price, so that the change does not affect them. */
  async #closeUsedBlock(): Promise<void> {
    if (this.value.open.header) await this.createBlock();
  }
}
