import { finishInSlices } from '../../async/steps.ts';
import { restIfDue } from '../../async/turns.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { type AccountNonces, admitted } from '../../mempool/admission.ts';
import { type FilledBlock, fillByOrder, fillWith, type Selected } from '../../mempool/fillBlock.ts';
import type { MempoolConfig } from '../../mempool/mempoolConfig.ts';
import { readyTime } from '../../mempool/mempoolRules.ts';
import type { Pool } from '../../mempool/pool.ts';
import type { PooledTransaction } from '../../mempool/pooledTransaction.ts';
import type { SelectionContext } from '../../mempool/selection.ts';
import { ChainError, failed, helpedData } from '../../protocol/chainError.ts';
import { gatewayLimitsOf } from '../../protocol/gatewayLimits.ts';
import { limits } from '../../protocol/limits.ts';
import { mempoolLimits } from '../../protocol/mempoolLimits.ts';
import type { BroadcastTransaction } from '../run/broadcast.ts';
import { isRejection } from '../run/rejectedTransaction.ts';
import type { Block } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { setTime } from '../value/clock.ts';
import { submissionOf } from '../value/openBlock.ts';
import { retainedTransaction } from '../value/retained.ts';
import { chainTime, latestTime } from '../value/seal.ts';
import type { DraftedChain } from './draftedChain.ts';
import { type OpenBlockDraft, type Submitted, submittedOf } from './openBlockDraft.ts';

/** Which transactions are selected: those with these hashes in this order, or by the configured order at most so many. */
export type Wanted = { readonly hashes: readonly Felt[] } | { readonly most?: number | undefined };

/** What became of the transactions that were selected. */
export interface Preconfirmed extends Omit<Selected, 'tried'> {
  readonly isBlockFull: boolean;
}

/** The mempool of a draft. */
export class PoolDraft {
  /** Whether the requests of a dump are repeated. What time decided is recorded there, and is not decided again. */
  isReplay = false;
  readonly #drafted: DraftedChain;
  readonly #openBlock: OpenBlockDraft;

  constructor(drafted: DraftedChain, openBlock: OpenBlockDraft) {
    this.#drafted = drafted;
    this.#openBlock = openBlock;
  }

  get #pool(): Pool {
    return this.#drafted.value.pool;
  }

  /** What the clock of the chain shows. */
  get now(): bigint {
    return chainTime(this.#drafted.value, this.#drafted.surroundings.now());
  }

  /** Checks a transaction as far as that needs no state, and lets it wait. */
  async admit(transaction: BroadcastTransaction): Promise<Submitted> {
    const submission = await this.#openBlock.check(transaction, { isLater: true });
    await this.#dropOld();
    if (this.#drafted.view.transaction(submission.hash) || this.#pool.waiting(submission.hash))
      throw new ChainError('duplicateTransaction');
    const retained = { ...submission, transaction: retainedTransaction(submission.transaction) } as typeof submission;
    const { protocol } = this.#drafted.value.open;
    const context = {
      ...this.#context,
      nonces: this.#nonces,
      limits: gatewayLimitsOf(protocol.version),
      arrival: this.now,
    };
    this.#change(await admitted(this.#pool, retained, context));
    return submittedOf(submission);
  }

  /** Executes transactions that wait on the state of the open block and adds them to it. */
  async preconfirm(wanted: Wanted = {}): Promise<Preconfirmed> {
    await this.#dropOld();
    const block = this.#filled();
    const { tried, ...done } =
      'hashes' in wanted
        ? await fillWith(block, this.#entriesOf(wanted.hashes))
        : await fillByOrder(block, wanted.most ?? Number.POSITIVE_INFINITY);
    // The request itself would select by the order and the time of the load.
    this.#drafted.keepsRecord = false;
    // A load takes so many at once.
    for (let at = 0; at < tried.length; at += limits.pooledTransactions)
      this.#drafted.record({ kind: 'selected', hashes: tried.slice(at, at + limits.pooledTransactions) });
    return { ...done, isBlockFull: block.room === 0 };
  }

  /** Fills the open block by the configured order, and closes it. */
  async createBlock(): Promise<Block> {
    await this.preconfirm();
    return this.#seal();
  }

  /**
   * Moves the clock to a time and makes a block there, which may be empty. If blocks are made at intervals, it also fills and closes those
   * that are due on the way, as long as transactions can be selected.
   */
  async stepTo(target: bigint): Promise<Block> {
    await this.sealIfUsed();
    const { blockGeneration: mode } = this.#drafted.value;
    const seconds = typeof mode === 'object' && 'mempoolSeconds' in mode ? BigInt(mode.mempoolSeconds) : target;
    let due: bigint | undefined = latestTime(this.#drafted.value) + seconds;
    while (due !== undefined && due < target && this.#pool.received.size > 0) {
      this.#setTime(due);
      const { preConfirmed } = await this.preconfirm();
      if (preConfirmed.length === 0) {
        due = this.#nextReadyTime(due);
        continue;
      }
      await this.#seal();
      due += seconds;
    }
    this.#setTime(target);
    return this.createBlock();
  }

  /** Closes the open block if it has a transaction. */
  async sealIfUsed(): Promise<void> {
    if (this.#drafted.value.open.header) await this.#seal();
  }

  /** Removes a transaction that waits. */
  remove(hash: Felt): void {
    if (!this.#pool.waiting(hash)) throw this.#notWaiting(hash);
    this.forget(hash);
  }

  /** Removes a transaction, if it waits. */
  forget(hash: Felt): void {
    this.#change(this.#pool.without([keyOf(hash)]));
  }

  /** Removes all that wait and returns their hashes, in order of arrival. */
  async clear(): Promise<readonly Felt[]> {
    const hashes = this.#pool.inOrder().map(({ submission }) => submission.hash);
    this.#change(this.#pool.withoutWaiting());
    await this.#drafted.view.rest();
    return hashes;
  }

  /**
   * Lets what waited before go on waiting, and what of the open block had waited wait to be repeated, each where it stood by its arrival.
   */
  async restore({ open, pool }: Pick<ChainValue, 'open' | 'pool'>): Promise<void> {
    const proposed = this.#requeuedOf(open, pool).entries.filter(({ submission: { hash } }) =>
      pool.proposed.has(keyOf(hash)),
    );
    const waiting = [...pool.received.values(), ...proposed];
    const nextArrivalId = Math.max(pool.nextArrivalId, this.#pool.nextArrivalId);
    this.#change(await finishInSlices(this.#pool.requeued(waiting, nextArrivalId)));
  }

  configure(changes: Partial<MempoolConfig>): MempoolConfig {
    this.#change(this.#pool.configured(changes));
    return this.#pool.config;
  }

  /** Empties the open block. Its transactions wait again, each where it stood by its arrival. Returns their hashes in this order. */
  async abort(): Promise<readonly Felt[]> {
    const { open, pool } = this.#drafted.value;
    let { cheats } = this.#drafted.value;
    for (const { receipt } of [...open.executed].reverse()) if (receipt.cheats) cheats = cheats.before(receipt.cheats);
    const { entries, nextArrivalId } = this.#requeuedOf(open, pool);
    await this.#openBlock.empty();
    const waiting = await finishInSlices(pool.afterBlock().requeued(entries, nextArrivalId));
    this.#drafted.change({ pool: waiting, cheats });
    return entries.map(({ submission }) => submission.hash);
  }

  /** The transactions of an open block as they wait again, in order of arrival, and the number of the next arrival. */
  #requeuedOf(open: ChainValue['open'], pool: Pool) {
    let { nextArrivalId } = pool;
    const entries: PooledTransaction[] = [];
    for (const executed of open.executed) {
      const known = pool.proposed.get(keyOf(executed.hash));
      const { arrivalId, time, isOwn } = known ?? { arrivalId: nextArrivalId++, time: this.now, isOwn: false };
      const { flags, l1TransactionHash } = executed;
      entries.push({
        submission: submissionOf(executed),
        arrivalId,
        time,
        ...(isOwn && { flags }),
        ...(l1TransactionHash !== undefined && { l1TransactionHash }),
      });
    }
    entries.sort((a, b) => a.arrivalId - b.arrivalId);
    return { entries, nextArrivalId };
  }

  #seal(): Promise<Block> {
    this.#drafted.recordInstead({ kind: 'sealed' });
    return this.#openBlock.seal();
  }

  #setTime(time: bigint): void {
    const { value, surroundings } = this.#drafted;
    this.#drafted.change({ clock: setTime(value.clock, time, surroundings.now()) });
    this.#drafted.recordInstead({ kind: 'timeSet', time });
  }

  /** When the next delay ends; undefined if none does. */
  #nextReadyTime(after: bigint): bigint | undefined {
    if (this.#pool.config.rules === 'none') return undefined;
    let first: bigint | undefined;
    for (const entry of this.#pool.received.values()) {
      const time = readyTime(entry, after);
      if (time !== undefined && (first === undefined || time < first)) first = time;
    }
    return first;
  }

  #change(pool: Pool): void {
    this.#drafted.change({ pool });
  }

  /** Drops transactions that have waited for too long. */
  async #dropOld(): Promise<void> {
    if (this.#pool.config.rules === 'none' || this.isReplay) return;
    const steps = this.#pool.withoutOlder(this.now - mempoolLimits.lifetimeSeconds);
    const { pool, hashes } = await finishInSlices(steps);
    if (hashes.length === 0) return;
    this.#change(pool);
    for (const hash of hashes) this.#drafted.record({ kind: 'dropped', hash: feltOf(hash) });
  }

  get #context(): SelectionContext {
    const { number, prices } = this.#drafted.value.open;
    return { blockNumber: number, l2PriceFri: prices.l2Gas.fri, now: this.isReplay ? undefined : this.now };
  }

  /** The open block, for those who fill it. */
  #filled(): FilledBlock {
    const draft = this;
    return {
      get pool() {
        return draft.#pool;
      },
      get room() {
        const { pool, open } = draft.#drafted.value;
        return Math.max(0, pool.config.maxTransactionsPerBlock - open.executed.length);
      },
      get context() {
        return draft.#context;
      },
      nonces: this.#nonces,
      changePool: (pool) => this.#change(pool),
      include: (entry) => this.#include(entry),
      rest: () => this.#drafted.view.rest(),
    };
  }

  get #nonces(): AccountNonces {
    return { one: (account) => this.#nonceOf(account), all: (accounts) => this.#noncesOf(accounts) };
  }

  async #noncesOf(accounts: Iterable<FeltKey>): Promise<(account: FeltKey) => bigint> {
    const nonces = new Map<FeltKey, bigint>();
    const { state } = this.#drafted.value.open;
    for (const account of accounts) {
      try {
        // Most are there already, and a promise for each would take long.
        nonces.set(account, feltOf(state.nonceAt(account)));
      } catch {
        nonces.set(account, await this.#nonceOf(account));
      }
      const rest = restIfDue();
      if (rest) await rest;
    }
    return (account) => nonces.get(account)!;
  }

  async #nonceOf(account: FeltKey): Promise<bigint> {
    return this.#drafted.view.stateAt('open').nonceOf(feltOf(account));
  }

  async #include(entry: PooledTransaction): Promise<string | undefined> {
    try {
      await this.#openBlock.include(entry.submission, entry);
      return undefined;
    } catch (error) {
      if (!isRejection(error)) throw error;
      return reasonOf(error);
    }
  }

  /** The transactions with these hashes. Throws if one does not wait, or is named twice. */
  #entriesOf(hashes: readonly Felt[]): readonly PooledTransaction[] {
    const named = new Set<Felt>();
    return hashes.map((hash) => {
      if (named.has(hash)) throw failed(`The transaction ${formatFelt(hash)} is named twice.`);
      named.add(hash);
      const entry = this.#pool.waiting(hash);
      if (!entry) throw this.#notWaiting(hash);
      return entry;
    });
  }

  #notWaiting(hash: Felt): ChainError {
    if (!this.#drafted.view.transaction(hash)) return new ChainError('transactionHashNotFound');
    return failed(`The transaction ${formatFelt(hash)} does not wait in the mempool any more: it is in a block.`);
  }
}

/** The sentence of an error with what it adds. */
function reasonOf(error: ChainError): string {
  const more = helpedData(error);
  return typeof more === 'string' ? `${error.message}: ${more.trim()}` : error.message;
}
