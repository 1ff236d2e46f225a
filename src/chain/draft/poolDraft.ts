import { finishInSlices } from '../../async/steps.ts';
import { restIfDue } from '../../async/turns.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { evictedFor, hasRoom, type PoolCapacity, waitsForGap } from '../../mempool/makeRoom.ts';
import type { MempoolConfig } from '../../mempool/mempoolConfig.ts';
import { mempoolRules, readyTime, refusalOf } from '../../mempool/mempoolRules.ts';
import type { Pool } from '../../mempool/pool.ts';
import { type PooledTransaction, placeKey, placeOf } from '../../mempool/pooledTransaction.ts';
import { accountsOf, eligibility, Selection, type SelectionContext } from '../../mempool/selection.ts';
import { ChainError, failed, helpedData } from '../../protocol/chainError.ts';
import { gatewayLimitsOf } from '../../protocol/gatewayLimits.ts';
import { limits } from '../../protocol/limits.ts';
import { mempoolLimits } from '../../protocol/mempoolLimits.ts';
import type { BroadcastTransaction } from '../run/broadcast.ts';
import { isRejection } from '../run/rejectedTransaction.ts';
import type { Block } from '../value/block.ts';
import { setTime } from '../value/clock.ts';
import { submissionOf } from '../value/openBlock.ts';
import { retainedTransaction } from '../value/retained.ts';
import { chainTime, latestTime } from '../value/seal.ts';
import type { DraftedChain } from './draftedChain.ts';
import { type OpenBlockDraft, type Submitted, submittedOf } from './openBlockDraft.ts';

/** Which transactions are selected: those with these hashes in this order, or by the configured order at most so many. */
export type Wanted = { readonly hashes: readonly Felt[] } | { readonly most?: number | undefined };

/** A transaction that was not added to the block, and why. */
export interface NotAdded {
  readonly hash: Felt;
  readonly reason: string;
}

/** What became of the transactions that were selected. */
export interface Preconfirmed {
  readonly preConfirmed: readonly Felt[];
  /** Removed from the pool: the nonce was used, or the chain refused the transaction. */
  readonly rejected: readonly NotAdded[];
  /** Not removed: it is not their turn. */
  readonly blocked: readonly NotAdded[];
  readonly isBlockFull: boolean;
}

const CAPACITY: PoolCapacity = { transactions: limits.pooledTransactions, bytes: limits.pooledBytes };

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
    this.#dropOld();
    if (this.#drafted.view.transaction(submission.hash) || this.#pool.waiting(submission.hash))
      throw new ChainError('duplicateTransaction');
    const replaced = await this.#replacedBy(submission);
    const rest = replaced === undefined ? this.#pool : this.#pool.without([replaced]);
    const evicted = hasRoom(rest, submission, CAPACITY) ? [] : await this.#makeRoom(rest, submission);
    const retained = { ...submission, transaction: retainedTransaction(submission.transaction) } as typeof submission;
    this.#change(rest.without(evicted).with(retained, this.now));
    return submittedOf(submission);
  }

  /** Executes transactions that wait on the state of the open block and adds them to it. */
  async preconfirm(wanted: Wanted = {}): Promise<Preconfirmed> {
    this.#dropOld();
    const tried: Felt[] = [];
    const done = { preConfirmed: [] as Felt[], rejected: [] as NotAdded[], blocked: [] as NotAdded[] };
    if ('hashes' in wanted) await this.#preconfirmGiven(this.#entriesOf(wanted.hashes), tried, done);
    else await this.#preconfirmByOrder(wanted.most ?? Number.POSITIVE_INFINITY, tried, done);
    // The request itself would select by the order and the time of the load.
    this.#drafted.keepsRecord = false;
    // A load takes so many at once.
    for (let at = 0; at < tried.length; at += limits.pooledTransactions)
      this.#drafted.record({ kind: 'selected', hashes: tried.slice(at, at + limits.pooledTransactions) });
    return { ...done, isBlockFull: this.#room() === 0 };
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
    this.#change(this.#pool.without([keyOf(hash)]));
  }

  /** Removes all that wait and returns their hashes, in order of arrival. */
  clear(): readonly Felt[] {
    const hashes = this.#pool.inOrder().map(({ submission }) => submission.hash);
    this.#change(this.#pool.without(hashes.map(keyOf)));
    return hashes;
  }

  /** Lets what waited before go on waiting, each where it stood by its arrival. */
  restore({ received, nextArrivalId }: Pool): void {
    this.#change(this.#pool.requeued([...received.values()], Math.max(nextArrivalId, this.#pool.nextArrivalId)));
  }

  configure(changes: Partial<MempoolConfig>): MempoolConfig {
    this.#change(this.#pool.configured(changes));
    return this.#pool.config;
  }

  /** Empties the open block. Its transactions wait again, each where it stood by its arrival. Returns their hashes in this order. */
  async abort(): Promise<readonly Felt[]> {
    const { open, pool } = this.#drafted.value;
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
    await this.#openBlock.empty();
    this.#change(pool.afterBlock().requeued(entries, nextArrivalId));
    return entries.map(({ submission }) => submission.hash);
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

  /** How many transactions the open block still takes. */
  #room(): number {
    const { pool, open } = this.#drafted.value;
    return Math.max(0, pool.config.maxTransactionsPerBlock - open.executed.length);
  }

  /** Drops transactions that have waited for too long. */
  #dropOld(): void {
    if (this.#pool.config.rules === 'none' || this.isReplay) return;
    const { pool, hashes } = this.#pool.withoutOlder(this.now - mempoolLimits.lifetimeSeconds);
    if (hashes.length === 0) return;
    this.#change(pool);
    for (const hash of hashes) this.#drafted.record({ kind: 'dropped', hash: feltOf(hash) });
  }

  /** The transaction that gives way to a new one; undefined if there is none. Throws if the new one is not admitted. */
  async #replacedBy(submission: PooledTransaction['submission']): Promise<FeltKey | undefined> {
    const place = placeOf(submission);
    if (!place) return undefined;
    const taken = this.#pool.at(placeKey(place));
    const earlier = taken === undefined ? undefined : this.#pool.received.get(taken);
    if (this.#pool.config.rules === 'network') {
      const { prices, protocol } = this.#drafted.value.open;
      const refusal = refusalOf({
        submission,
        accountNonce: await this.#nonceOf(place.address),
        l2PriceFri: prices.l2Gas.fri,
        limits: gatewayLimitsOf(protocol.version),
        earlier,
        now: this.isReplay ? undefined : this.now,
      });
      if (!refusal) return earlier && taken;
      const isData = refusal.error === 'invalidTransactionNonce';
      throw new ChainError(refusal.error, isData ? { data: refusal.text } : { help: refusal.text });
    }
    if (taken === undefined) return undefined;
    throw new ChainError('invalidTransactionNonce', {
      data: `A transaction of the account ${formatFelt(feltOf(place.address))} with nonce ${place.nonce} is already in the mempool: ${formatFelt(feltOf(taken))}.`,
    });
  }

  /** The transactions that a full pool drops for a new one. Throws if there are not enough. */
  async #makeRoom(pool: Pool, submission: PooledTransaction['submission']): Promise<readonly FeltKey[]> {
    const place = placeOf(submission);
    const mayEvict =
      pool.config.rules === 'network' && !(place && waitsForGap(pool, submission, await this.#nonceOf(place.address)));
    const evicted = mayEvict
      ? await finishInSlices(evictedFor(pool, submission, await this.#noncesOf(accountsOf(pool)), CAPACITY))
      : undefined;
    if (evicted) return evicted;
    throw new ChainError(mempoolRules.capacity.error, {
      data: `The mempool is full: ${pool.received.size} transactions wait. Let some be selected, or remove some.`,
    });
  }

  async #nonceOf(account: FeltKey): Promise<bigint> {
    return this.#drafted.view.stateAt('open').nonceOf(feltOf(account));
  }

  /** The nonces of accounts, all read before they are needed. */
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

  #context(): SelectionContext {
    const { number, prices } = this.#drafted.value.open;
    return { blockNumber: number, l2PriceFri: prices.l2Gas.fri, now: this.isReplay ? undefined : this.now };
  }

  async #preconfirmByOrder(most: number, tried: Felt[], done: Outcomes): Promise<void> {
    if (this.#pool.received.size === 0) return;
    const nonceOf = await this.#noncesOf(accountsOf(this.#pool));
    const selection = await finishInSlices(Selection.start(this.#pool, nonceOf, this.#context()));
    for (const { entry, reason } of selection.stale) {
      await this.#drafted.view.rest();
      tried.push(entry.submission.hash);
      this.#reject(entry, reason, done);
    }
    for (let count = 0; count < most && this.#room() > 0; count++) {
      // One that is refused at once takes no turn of its own.
      await this.#drafted.view.rest();
      const entry = selection.next(this.#pool.selections);
      if (!entry) return;
      tried.push(entry.submission.hash);
      if (await this.#add(entry, done)) selection.added(entry);
    }
  }

  async #preconfirmGiven(entries: readonly PooledTransaction[], tried: Felt[], done: Outcomes): Promise<void> {
    for (const entry of entries) {
      await this.#drafted.view.rest();
      if (this.#room() === 0) return;
      const { hash } = entry.submission;
      const place = placeOf(entry.submission);
      const nonce = place ? await this.#nonceOf(place.address) : 0n;
      const found = eligibility(this.#pool, entry, nonce, this.#context());
      tried.push(hash);
      if (found.kind === 'ready') await this.#add(entry, done);
      else if (found.kind === 'stale') this.#reject(entry, found.reason(), done);
      else {
        this.#change(this.#pool.selected());
        done.blocked.push({ hash, reason: found.reason() });
      }
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

  /** Executes a transaction that can be selected. Returns whether it is in the block now. */
  async #add(entry: PooledTransaction, done: Outcomes): Promise<boolean> {
    const { submission } = entry;
    this.#change(this.#pool.selected());
    try {
      await this.#openBlock.include(submission, entry);
    } catch (error) {
      if (!isRejection(error)) throw error;
      this.#reject(entry, reasonOf(error), done, false);
      return false;
    }
    done.preConfirmed.push(submission.hash);
    return true;
  }

  #reject({ submission: { hash } }: PooledTransaction, reason: string, done: Outcomes, isSelected = true): void {
    const rest = this.#pool.without([keyOf(hash)]);
    this.#change(isSelected ? rest.selected() : rest);
    done.rejected.push({ hash, reason });
  }
}

interface Outcomes {
  readonly preConfirmed: Felt[];
  readonly rejected: NotAdded[];
  readonly blocked: NotAdded[];
}

/** The sentence of an error with what it adds. */
function reasonOf(error: ChainError): string {
  const more = helpedData(error);
  return typeof more === 'string' ? `${error.message}: ${more.trim()}` : error.message;
}
