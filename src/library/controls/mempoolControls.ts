import type { Node } from '../../chain/node.ts';
import type { MempoolConfig } from '../../mempool/mempoolConfig.ts';
import type { MempoolConfigOutput, NotPreconfirmed } from '../../rpc/format/mempool.ts';
import type { RpcResult } from '../../rpc/schema.ts';
import { checkOptions } from '../options/checkOptions.ts';
import type { Connection } from '../requests/connection.ts';
import { followUntil } from '../requests/followUntil.ts';
import type { SendRequest } from '../requests/requests.ts';
import { type AmountLike, type Hex, readAmount } from '../values.ts';

/** What `box.mempool.configure` changes. What is left out stays. */
export interface MempoolChanges {
  /** How transactions are selected: by arrival, as the network does (by tip), or at random. */
  readonly ordering?: MempoolConfig['ordering'] | undefined;
  /** The seed of the order `'random'`. */
  readonly randomSeed?: AmountLike | undefined;
  readonly maxTransactionsPerBlock?: AmountLike | undefined;
  /** With `'network'`: lifetimes, replacements, nonce gaps, prices and delays as on the network. */
  readonly rules?: MempoolConfig['rules'] | undefined;
}

/** A transaction that waits (`RECEIVED`), or is in the open block (`PRE_CONFIRMED`). */
export interface PoolTransaction {
  readonly transactionHash: Hex;
  readonly status: 'RECEIVED' | 'PRE_CONFIRMED';
  /** The arrivals are counted from 0. */
  readonly arrivalId: number;
  /** What the clock of the chain showed when it came, in seconds since 1970. */
  readonly arrivedAt: bigint;
  readonly type: RpcResult<'starknet_getTransactionByHash'>['type'];
  readonly senderAddress: Hex;
  readonly nonce: bigint;
  readonly tip: bigint;
  /** Only if whole transactions were asked for. */
  readonly transaction?: RpcResult<'starknet_getTransactionByHash'> | undefined;
}

/** What waits for a block, and what the open block has. */
export interface MempoolContent {
  readonly config: MempoolConfig;
  /** In order of arrival. */
  readonly transactions: readonly PoolTransaction[];
  /** The hashes of the open block, in its order. */
  readonly preConfirmed: readonly Hex[];
  /** How many transactions the open block still takes. */
  readonly room: number;
}

/** A transaction that was not added to the block, and why. */
export interface NotIncluded {
  readonly transactionHash: Hex;
  readonly reason: string;
}

/** What became of the transactions that were selected. */
export interface PreconfirmResult {
  readonly preConfirmed: readonly Hex[];
  /** They are no longer in the mempool. */
  readonly rejected: readonly NotIncluded[];
  /** They go on waiting. */
  readonly blocked: readonly NotIncluded[];
  readonly isBlockFull: boolean;
}

/**
 * The mempool of a sandbox that was started with `blockGenerationOn: 'mempool'`: transactions wait there until they are selected.
 *
 * @example
 * const box = await Sandbox.create({ blockGenerationOn: 'mempool' });
 * const sent = box.strk.write.transfer(box.accounts[1], 5n); // not awaited: it waits
 * await box.mempool.arrived();
 * await box.mempool.preconfirm(); // executed, in the open block
 * await sent;
 * await box.mempool.seal(); // in a block
 */
export class MempoolControls {
  readonly #request: SendRequest;
  readonly #connection: Connection;
  readonly #node: Node;

  /** @internal */
  constructor(connection: Connection, node: Node) {
    this.#request = connection.own;
    this.#connection = connection;
    this.#node = node;
  }

  /**
   * Waits until so many transactions wait, since sending takes a few steps.
   *
   * @throws SandboxClosedError when the sandbox is closed before.
   * @example
   * await box.blocks.setMode('mempool');
   * const sent = [box.strk.write.transfer(bob, 5n), box.strk.write.transfer(bob, 6n)];
   * await box.mempool.arrived(2);
   * await box.mempool.preconfirm();
   * await Promise.all(sent);
   */
  async arrived(count = 1): Promise<void> {
    this.#connection.checkOpen();
    const waiting = `box.mempool.arrived(${count}) was waiting for transactions`;
    await followUntil(this.#node, this.#connection, waiting, () => this.#node.value.pool.received.size >= count);
  }

  /**
   * What waits, what the open block has, and how transactions are selected.
   *
   * @example
   * const { transactions, room } = await box.mempool.get();
   * const [first] = (await box.mempool.get({ whole: true })).transactions;
   */
  async get(options: { readonly whole?: boolean | undefined } = {}): Promise<MempoolContent> {
    checkOptions(options, ['whole'], '{ whole: true }');
    const found = await this.#request('devnet_getMempool', { include_transactions: options.whole ?? false });
    return {
      config: configOf(found.config),
      transactions: found.transactions.map(({ transaction_hash, status, type, transaction, ...entry }) => ({
        transactionHash: transaction_hash,
        status,
        arrivalId: entry.arrival_id,
        arrivedAt: BigInt(entry.arrived_at),
        type,
        senderAddress: entry.sender_address,
        nonce: BigInt(entry.nonce),
        tip: BigInt(entry.tip),
        ...(transaction && { transaction }),
      })),
      preConfirmed: found.pre_confirmed_transaction_hashes,
      room: found.remaining_block_capacity,
    };
  }

  /**
   * Selects transactions, executes them and adds them to the open block: by the configured order until the block is full, at most so many, or
   * those with these hashes in this order. Of an account only the one with the next nonce can be selected.
   *
   * @throws SandboxError when a hash is none of a transaction that waits.
   * @example
   * await box.mempool.preconfirm(); // all that fit
   * await box.mempool.preconfirm(1); // one
   * const { transactions } = await box.mempool.get();
   * await box.mempool.preconfirm(transactions.map(({ transactionHash }) => transactionHash).reverse()); // in this order
   */
  async preconfirm(wanted?: AmountLike | readonly Hex[]): Promise<PreconfirmResult> {
    const done = await this.#request('devnet_preconfirmTransactions', paramsOf(wanted));
    return {
      preConfirmed: done.pre_confirmed,
      rejected: done.rejected.map(notIncluded),
      blocked: done.blocked.map(notIncluded),
      isBlockFull: done.block_full,
    };
  }

  /**
   * Removes a transaction that waits.
   *
   * @throws SandboxError when it does not wait.
   * @example
   * await box.blocks.setMode('mempool');
   * const sent = box.strk.write.transfer(bob, 5n).catch((error) => console.log(error.message)); // … was removed from the mempool …
   * await box.mempool.arrived();
   * const [waiting] = (await box.mempool.get()).transactions;
   * await box.mempool.remove(waiting!.transactionHash);
   */
  async remove(transactionHash: Hex): Promise<void> {
    await this.#request('devnet_removeFromMempool', { transaction_hash: transactionHash });
  }

  /**
   * Removes all that wait. Those of the open block stay. Returns the hashes of the removed ones.
   *
   * @example
   * await box.mempool.clear();
   */
  async clear(): Promise<readonly Hex[]> {
    return (await this.#request('devnet_clearMempool')).removed;
  }

  /**
   * Changes how transactions are selected, from the next selection on. Returns the whole configuration.
   *
   * @example
   * await box.mempool.configure({ ordering: 'random', randomSeed: 42 });
   */
  async configure(changes: MempoolChanges): Promise<MempoolConfig> {
    checkOptions(changes, ['ordering', 'randomSeed', 'maxTransactionsPerBlock', 'rules'], "{ ordering: 'starknet' }");
    const { ordering, randomSeed, maxTransactionsPerBlock: most, rules } = changes;
    const set = await this.#request('devnet_setMempoolConfig', {
      ordering,
      random_seed: randomSeed === undefined ? undefined : readAmount(randomSeed, 'randomSeed', 64),
      max_transactions_per_block: most === undefined ? undefined : readAmount(most, 'maxTransactionsPerBlock', 53),
      rules,
    });
    return configOf(set);
  }

  /**
   * Seals the open block as it is. `box.blocks.mine()` fills it first. Returns the hash of the block.
   *
   * @example
   * await box.mempool.preconfirm(2);
   * await box.mempool.seal(); // a block of two
   */
  async seal(): Promise<Hex> {
    return (await this.#request('devnet_sealBlock')).block_hash;
  }

  /**
   * Takes all transactions out of the open block, and what they changed. They wait again, in order of arrival. Returns their hashes.
   *
   * @example
   * const { preConfirmed } = await box.mempool.preconfirm();
   * await box.mempool.abort();
   * await box.mempool.preconfirm([...preConfirmed].reverse()); // the same in another order
   */
  async abort(): Promise<readonly Hex[]> {
    return (await this.#request('devnet_abortPreconfirmedBlock')).requeued;
  }
}

function paramsOf(wanted: AmountLike | readonly Hex[] | undefined) {
  if (wanted === undefined) return {};
  if (isList(wanted)) return { transaction_hashes: wanted };
  return { max_transactions: readAmount(wanted, 'wanted', 53) };
}

const isList = (wanted: AmountLike | readonly Hex[]): wanted is readonly Hex[] => Array.isArray(wanted);

const configOf = (config: MempoolConfigOutput): MempoolConfig => ({
  ordering: config.ordering,
  randomSeed: BigInt(config.random_seed),
  maxTransactionsPerBlock: config.max_transactions_per_block,
  rules: config.rules,
});

const notIncluded = ({ transaction_hash, reason }: NotPreconfirmed): NotIncluded => ({
  transactionHash: transaction_hash,
  reason,
});
