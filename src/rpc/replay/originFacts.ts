import type { Origin } from '../../chain/origin.ts';
import type { GasPrice } from '../../execution/blockContext.ts';
import { type Felt, parseFelt, toFelt } from '../../felt/felt.ts';
import { protocolAfter, protocolNamed } from '../../protocol/versions.ts';
import type { ReplayedHeader } from '../../tools/replay/replayer.ts';
import { UnfitBlockError } from './unfitBlock.ts';

/** A block of the origin: its header, and what it says about each transaction. */
export interface OriginFacts {
  readonly header: ReplayedHeader;
  /** The same as JSON-RPC shows it. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Undefined if there is no table for the version of the block, and it is executed by another. */
  readonly unknownVersion: string | undefined;
  readonly transactions: readonly TransactionFacts[];
  /** What the block changed; undefined if the origin does not say. */
  readonly stateDiff: unknown;
  /** What its transactions first read, if the origin says so. */
  readonly initialReads: unknown;
}

export interface TransactionFacts {
  readonly hash: Felt;
  readonly transaction: unknown;
  readonly receipt: Readonly<Record<string, unknown>>;
  /** Undefined if the origin does not trace. */
  readonly trace: unknown;
}

/** Reads a block with its transactions, receipts, traces and state diff. */
export async function fetchBlock(origin: Origin, number: number, wantsReads = true): Promise<OriginFacts> {
  const block_id = { block_number: number };
  const [block] = (await origin.askAll('getBlockWithReceipts', [{ block_id }])) as [unknown];
  const { transactions, ...header } = block as Readonly<Record<string, unknown>>;
  if (!Array.isArray(transactions)) throw unreadable(number, 'transactions');
  const { traces, initialReads } = await fetchTraces(origin, block_id, wantsReads);
  const update = await orNothing(origin.askAll('getStateUpdate', [{ block_id }]));
  return {
    ...readHeader(header, number),
    fields: header,
    transactions: transactions.map((entry: { transaction?: unknown; receipt?: Record<string, unknown> }) => {
      const hash = parseFelt(entry.receipt?.['transaction_hash']);
      if (hash === undefined) throw unreadable(number, 'receipts');
      return { hash, transaction: entry.transaction, receipt: entry.receipt!, trace: traces?.get(hash) };
    }),
    stateDiff: (update?.[0] as { state_diff?: unknown } | undefined)?.state_diff,
    initialReads,
  };
}

/** The traces of a block by the hash of the transaction. Newer nodes also say what the block reads, so that it need not be asked for one by one. */
async function fetchTraces(
  origin: Origin,
  block_id: unknown,
  wantsReads: boolean,
): Promise<{ readonly traces: ReadonlyMap<Felt, unknown> | undefined; readonly initialReads: unknown }> {
  const flags = { block_id, trace_flags: ['RETURN_INITIAL_READS'] };
  const answer =
    (wantsReads ? await orNothing(origin.askAll('traceBlockTransactions', [flags])) : undefined) ??
    (await orNothing(origin.askAll('traceBlockTransactions', [{ block_id }])));
  const result = answer?.[0];
  const list = Array.isArray(result) ? result : (result as { traces?: unknown } | undefined)?.traces;
  if (!Array.isArray(list)) return { traces: undefined, initialReads: undefined };
  const traces = new Map<Felt, unknown>();
  for (const { transaction_hash, trace_root } of list as { transaction_hash?: unknown; trace_root?: unknown }[]) {
    const hash = parseFelt(transaction_hash);
    if (hash !== undefined) traces.set(hash, trace_root);
  }
  return { traces, initialReads: (result as { initial_reads?: unknown }).initial_reads };
}

/** The answer, or undefined if the origin answers with an error: it does not have everything that is asked for. */
const orNothing = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);

function readHeader(header: Readonly<Record<string, unknown>>, number: number) {
  const { timestamp, sequencer_address, starknet_version: version, l1_da_mode } = header;
  const sequencerAddress = parseFelt(sequencer_address) ?? toFelt(0n);
  if (typeof timestamp !== 'number' && typeof timestamp !== 'bigint') throw unreadable(number, 'timestamp');
  if (typeof version !== 'string') throw unreadable(number, 'starknet_version');
  return {
    header: {
      number,
      timestamp: BigInt(timestamp),
      sequencerAddress,
      blobDa: l1_da_mode !== 'CALLDATA',
      prices: {
        l1Gas: readPrice(header['l1_gas_price']),
        l1DataGas: readPrice(header['l1_data_gas_price']),
        l2Gas: readPrice(header['l2_gas_price']),
      },
      protocol: protocolAfter(version),
    },
    unknownVersion: protocolNamed(version) ? undefined : version,
  };
}

/** A price in both tokens. Blocks of older nodes have no price of L2 gas. */
function readPrice(price: unknown): GasPrice {
  const { price_in_wei, price_in_fri } = (price ?? {}) as { price_in_wei?: unknown; price_in_fri?: unknown };
  const [wei, fri] = [parseFelt(price_in_wei), parseFelt(price_in_fri)];
  return { wei: wei || 1n, fri: fri || 1n };
}

const unreadable = (number: number, what: string) =>
  new UnfitBlockError(`Block ${number} of the origin cannot be replayed: its ${what} cannot be read.`);
