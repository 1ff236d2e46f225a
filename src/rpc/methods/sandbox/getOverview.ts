import type { Block } from '../../../chain/value/block.ts';
import type { ChainValue } from '../../../chain/value/chainValue.ts';
import type { GasPrices } from '../../../execution/blockContext.ts';
import { jsonInteger } from '../../../json/writeJson.ts';
import { noParams } from '../../decode/params.ts';
import { formatPrice } from '../../format/block.ts';
import { formatBlockMode } from '../../format/blockMode.ts';
import { method } from '../../method.ts';

export const getOverview = method({
  name: 'getOverview',
  group: 'sandbox',
  summary:
    'Counts of blocks and transactions, the latest block, when blocks are made, the gas prices and time of the open one, and the gas prices of the one after it, or null if a schedule decides them.',
  kind: 'read',
  params: noParams,
  run: ({ chain: { value, latest, open, firstNumber, transactionCount } }) => ({
    block_count: latest.number - firstNumber + 1,
    transaction_count: transactionCount,
    pre_confirmed_tx_count: open.transactions.length,
    is_pre_confirmed_changed: isChanged(value, latest),
    latest_block: { block_number: latest.number, timestamp: jsonInteger(latest.timestamp) },
    block_generation_on: formatBlockMode(value.blockGeneration),
    gas_prices: formatPrices(open.prices),
    next_gas_prices: value.market ? null : formatPrices(value.prices),
    clock: {
      next_block_timestamp: jsonInteger(open.timestamp),
      shift_seconds: jsonInteger(value.clock.shift),
      is_frozen: value.clock.frozenAt !== undefined,
    },
  }),
});

const formatPrices = ({ l1Gas, l1DataGas, l2Gas }: GasPrices) => ({
  l1_gas: formatPrice(l1Gas),
  l1_data_gas: formatPrice(l1DataGas),
  l2_gas: formatPrice(l2Gas),
});

/** Whether a transaction starts from anything else in the open block than after the latest: transactions, edits, scheduled cells, prices. */
const isChanged = ({ open, scheduledCells }: ChainValue, latest: Block): boolean =>
  open.changes.length > open.opening ||
  scheduledCells?.get(open.number) !== undefined ||
  JSON.stringify(formatPrices(open.prices)) !== JSON.stringify(formatPrices(latest.prices));
