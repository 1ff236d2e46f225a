import { finishInSlices } from '../../async/steps.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { startMarket } from '../../market/priceMarket.ts';
import type { PriceSchedule } from '../../market/priceSchedule.ts';
import type { ScheduledCells } from '../../market/scheduledCells.ts';
import { type ChainError, failed } from '../../protocol/chainError.ts';
import { hint, message } from '../../protocol/message.ts';
import type { ChainView } from '../chainView.ts';
import { type BlockGeneration, usesMempool } from '../config.ts';
import { restartedL1 } from '../l1Connection.ts';
import type { Origin } from '../origin.ts';
import type { StateEdit } from '../run/broadcast.ts';
import type { RunOptions } from '../run/executor.ts';
import { type CheckedEdit, checkStateEdit } from '../run/stateEdit.ts';
import type { Surroundings } from '../surroundings.ts';
import { abortBlocks } from '../value/abortBlocks.ts';
import { acceptOnL1 } from '../value/acceptOnL1.ts';
import type { Block } from '../value/block.ts';
import type { BlockId } from '../value/blockId.ts';
import type { ChainValue } from '../value/chainValue.ts';
import type { CheatList } from '../value/cheatList.ts';
import { LAST_TIME, setFrozen, setTime } from '../value/clock.ts';
import type { GasPriceChanges, JournalRecord } from '../value/journal.ts';
import { chainTime, latestTime, sealingOver } from '../value/seal.ts';
import type { Snapshots } from '../value/snapshots.ts';
import { DraftedChain } from './draftedChain.ts';
import { MessageDraft } from './messageDraft.ts';
import { OpenBlockDraft } from './openBlockDraft.ts';
import { PoolDraft } from './poolDraft.ts';
import { SnapshotDraft } from './snapshotDraft.ts';

export interface RestartOptions {
  readonly keepMessaging: boolean;
  readonly origin?: Origin | undefined;
}

/** A write's own copy of the chain: its open block, its snapshots, its messages, and what the sandbox lets its user change. */
export class ChainDraft {
  /** Transactions, and the end of the block. */
  readonly openBlock: OpenBlockDraft;
  /** The transactions that wait for it. */
  readonly pool: PoolDraft;
  readonly snapshots: SnapshotDraft;
  /** Messages to L1. */
  readonly messages: MessageDraft;
  readonly #drafted: DraftedChain;
  readonly #restarted: (origin: Origin | undefined) => Promise<ChainValue>;
  #isReset = false;

  constructor(
    surroundings: Surroundings,
    value: ChainValue,
    snapshots: Snapshots,
    restarted: (origin: Origin | undefined) => Promise<ChainValue>,
    signal?: RunOptions['signal'],
  ) {
    this.#drafted = new DraftedChain(surroundings, value, signal);
    this.openBlock = new OpenBlockDraft(this.#drafted);
    this.pool = new PoolDraft(this.#drafted, this.openBlock);
    this.snapshots = new SnapshotDraft(this.#drafted, snapshots);
    this.messages = new MessageDraft(this.#drafted);
    this.#restarted = restarted;
  }

  /** The chain as it is now. It does not see later changes. */
  get view(): ChainView {
    return this.#drafted.view;
  }

  /** Whether the chain was replaced, by a restart or a load. */
  get isReset(): boolean {
    return this.#isReset;
  }

  /** Whether the journal keeps this write's request. */
  get keepsRecord(): boolean {
    return this.#drafted.keepsRecord;
  }

  /** Throws if the write was cancelled, unless it must be completed. */
  throwIfAbandoned(): void {
    this.#drafted.throwIfAbandoned();
  }

  /** Makes this write complete even if its client cancels, because it has effects outside of the chain. */
  insist(): void {
    this.#drafted.insist();
  }

  /** Closes the open block. With a mempool it is filled first. */
  createBlock(): Promise<Block> {
    return this.#hasMempool ? this.pool.createBlock() : this.openBlock.seal();
  }

  /** Makes several blocks, with the time increased between them. */
  async mine(count: number, secondsBetween: bigint): Promise<readonly Block[]> {
    const blocks: Block[] = [];
    for (let i = 0; i < count; i++) {
      const hasPause = i > 0 && secondsBetween > 0n;
      if (!hasPause) blocks.push(await this.createBlock());
      else if (this.#hasMempool) blocks.push(await this.pool.stepTo(this.#later(secondsBetween)));
      else blocks.push(await this.increaseTime(secondsBetween));
      await this.view.rest();
    }
    return blocks;
  }

  async setBlockGeneration(blockGeneration: BlockGeneration): Promise<void> {
    if (blockGeneration === 'transaction') await this.openBlock.sealIfUsed();
    this.#drafted.change({ blockGeneration });
  }

  /** Stops the clock or lets it run again. */
  setClockFrozen(frozen: boolean): void {
    const { value } = this.#drafted;
    this.#drafted.change({ clock: setFrozen(value.clock, frozen, this.#now(), latestTime(value)) });
  }

  /** Sets the clock to a time of at most 2^64 - 1 seconds. Returns the new block if one was requested. */
  async setTime(time: bigint, createBlock: boolean): Promise<Block | undefined> {
    if (createBlock && this.#hasTimedMempool) return this.pool.stepTo(time);
    if (createBlock) await this.openBlock.sealIfUsed();
    this.#drafted.change({ clock: setTime(this.#drafted.value.clock, time, this.#now()) });
    return createBlock ? await this.openBlock.seal() : undefined;
  }

  async increaseTime(seconds: bigint): Promise<Block> {
    await (this.#hasTimedMempool ? this.pool : this.openBlock).sealIfUsed();
    return (await this.setTime(this.#later(seconds), true))!;
  }

  /** The time of the clock and so many seconds. */
  #later(seconds: bigint): bigint {
    const time = chainTime(this.#drafted.value, this.#now());
    if (time + seconds <= LAST_TIME) return time + seconds;
    throw failed(
      `The time is ${time} and cannot be increased by ${seconds} seconds: the last time that a block can have is ${LAST_TIME} (2^64 - 1).`,
    );
  }

  /** Changes the prices of the blocks after the open one, and returns all new prices. */
  async setGasPrices(changes: GasPriceChanges, createBlock: boolean): Promise<GasPrices> {
    if (createBlock) await this.openBlock.sealIfUsed();
    const { l1Gas, l1DataGas, l2Gas } = this.#drafted.value.prices;
    const prices: GasPrices = {
      l1Gas: { wei: changes.gasPriceWei ?? l1Gas.wei, fri: changes.gasPriceFri ?? l1Gas.fri },
      l1DataGas: { wei: changes.dataGasPriceWei ?? l1DataGas.wei, fri: changes.dataGasPriceFri ?? l1DataGas.fri },
      l2Gas: { wei: changes.l2GasPriceWei ?? l2Gas.wei, fri: changes.l2GasPriceFri ?? l2Gas.fri },
    };
    this.#drafted.change({ prices });
    if (createBlock) await this.openBlock.seal();
    return prices;
  }

  /** Lets the prices of the blocks after the open one follow a schedule, which begins with the prices that were set last. */
  async setPriceSchedule(schedule: PriceSchedule, createBlock: boolean): Promise<void> {
    if (createBlock) await this.openBlock.sealIfUsed();
    const { prices, open } = this.#drafted.value;
    this.#drafted.change({ market: startMarket(schedule, prices, open.number) });
    if (createBlock) await this.openBlock.seal();
  }

  /** Sets what later blocks write when they are opened. */
  setScheduledCells(cells: ScheduledCells): void {
    this.#drafted.change({ scheduledCells: cells.size === 0 ? undefined : cells });
  }

  /** The removed blocks, newest first. */
  async abortBlocks(from: BlockId): Promise<readonly Block[]> {
    const { config, pastStates } = this.#drafted.surroundings;
    if (config.stateArchiveCapacity !== 'full')
      throw failed(message`The abort blocks feature requires ${hint('archiveSetToFull')}.`);
    const first = from === 'open' ? { number: (await this.openBlock.seal()).number } : from;
    const before = this.#drafted.value;
    const steps = abortBlocks(before, first, pastStates, sealingOver(config, before.origin));
    const { value, blocks } = await finishInSlices(steps);
    this.#drafted.replace(value);
    return blocks;
  }

  /** The newly accepted local blocks, newest first. */
  async acceptOnL1(upTo: BlockId): Promise<readonly Block[]> {
    const { value, blocks } = await acceptOnL1(this.#drafted.value, upTo);
    this.#drafted.replace(value);
    return blocks;
  }

  impersonate(address: Felt): void {
    this.#drafted.change({ impersonated: this.#drafted.value.impersonated.set(keyOf(address), true) });
  }

  stopImpersonating(address: Felt): void {
    this.#drafted.change({ impersonated: this.#drafted.value.impersonated.delete(keyOf(address)) });
  }

  setAutoImpersonate(on: boolean): void {
    this.#drafted.change({ autoImpersonate: on });
  }

  setCheats(cheats: CheatList): void {
    this.#drafted.change({ cheats });
  }

  /** Edits the state of the open block, if the edit passes every check. Returns the hashes of the classes that came with it. */
  async applyStateEdit(edit: StateEdit): Promise<CheckedEdit['classes']> {
    const { surroundings, value } = this.#drafted;
    const waitFor = (fetch: () => Promise<void>) => this.#drafted.waitFor(fetch);
    const { diff, declared, classes } = await checkStateEdit(edit, value.open.state, surroundings, waitFor);
    await this.openBlock.change(diff, declared);
    return classes;
  }

  /** From now on this draft needs nothing of the origin: what it would have to ask for is this error. */
  stopFetching(reason: ChainError): void {
    this.#drafted.stopFetching(reason);
  }

  /** A copy of this draft to try something out. It is never published. */
  copy(): ChainDraft {
    const { surroundings, value, signal } = this.#drafted;
    return new ChainDraft(surroundings, value, this.snapshots.all, this.#restarted, signal);
  }

  /** Adds a record to the journal, if there is one. */
  record(record: JournalRecord): void {
    this.#drafted.record(record);
  }

  /** Restarts at genesis, with another origin if one is given. */
  async restart({ keepMessaging, origin }: RestartOptions): Promise<void> {
    const { l1 } = this.#drafted.value.messaging;
    const fresh = await this.#restarted(origin ?? this.#drafted.value.origin);
    // An L1 that was configured at start is connected again by every restart.
    const started = this.#drafted.surroundings.config.l1.url === undefined ? undefined : restartedL1(l1);
    this.#drafted.replace({ ...fresh, messaging: { ...fresh.messaging, l1: keepMessaging ? l1 : started } });
    this.snapshots.dropAll();
    this.#isReset = true;
  }

  get #hasMempool(): boolean {
    return usesMempool(this.#drafted.value.blockGeneration);
  }

  /** Whether blocks are filled from a mempool at intervals. */
  get #hasTimedMempool(): boolean {
    return this.#hasMempool && this.#drafted.value.blockGeneration !== 'mempool';
  }

  #now(): number {
    return this.#drafted.surroundings.now();
  }
}
