import { writeJson } from '../../../json/writeJson.ts';
import { WrittenJson } from '../../../json/writtenJson.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { type Hex, hex } from '../../format/hex.ts';
import {
  formatMempoolConfig,
  formatMempoolTransaction,
  type MempoolConfigOutput,
  type MempoolTransaction,
  mempoolTransactions,
} from '../../format/mempool.ts';
import { mapInSlices } from '../../mapInSlices.ts';
import { method } from '../../method.ts';
import { writeLongList } from '../../writeLongList.ts';

const params = optionalParams(struct('GetMempool', { include_transactions: optional(boolean) }));

/** What waits for a block, and what the open block has. */
export interface MempoolOutput {
  readonly config: MempoolConfigOutput;
  /** In order of arrival. */
  readonly transactions: readonly MempoolTransaction[];
  /** In the order of the open block. */
  readonly pre_confirmed_transaction_hashes: readonly Hex[];
  /** How many transactions the open block still takes. */
  readonly remaining_block_capacity: number;
}

export const getMempool = method({
  name: 'getMempool',
  group: 'sandbox',
  summary: 'The transactions that wait for a block, those of the open block, and how they are selected.',
  kind: 'read',
  params,
  run: async (context, { includeTransactions = false }): Promise<WrittenJson<MempoolOutput>> => {
    const { chain } = context;
    const { pool, open } = chain.value;
    const listed = mempoolTransactions(chain);
    await chain.rest();
    const transactions = await writeLongList(context, {
      count: listed.length,
      items: () => listed,
      format: (one) => formatMempoolTransaction(one, includeTransactions),
    });
    const hashes = await mapInSlices(chain, open.executed, ({ hash }) => hex(hash));
    const room = Math.max(0, pool.config.maxTransactionsPerBlock - open.executed.length);
    const config = writeJson(formatMempoolConfig(pool.config));
    const rest = `],"pre_confirmed_transaction_hashes":${writeJson(hashes)},"remaining_block_capacity":${room}}`;
    return new WrittenJson([`{"config":${config},"transactions":[`, ...transactions, rest]);
  },
});
