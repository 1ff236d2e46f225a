import { jsonInteger } from '../../../json/writeJson.ts';
import { noParams } from '../../decode/params.ts';
import { formatPrice } from '../../format/block.ts';
import { formatBlockMode } from '../../format/blockMode.ts';
import { method } from '../../method.ts';

export const getOverview = method({
  name: 'getOverview',
  group: 'sandbox',
  summary:
    'Counts of blocks and transactions, the latest block, when blocks are made, and the gas prices and time of the next one.',
  kind: 'read',
  params: noParams,
  run: ({
    chain: {
      value: { clock, blockGeneration: mode },
      latest,
      open,
      firstNumber,
      transactionCount,
    },
  }) => ({
    block_count: latest.number - firstNumber + 1,
    transaction_count: transactionCount,
    pre_confirmed_tx_count: open.transactions.length,
    latest_block: { block_number: latest.number, timestamp: jsonInteger(latest.timestamp) },
    block_generation_on: formatBlockMode(mode),
    gas_prices: {
      l1_gas: formatPrice(open.prices.l1Gas),
      l1_data_gas: formatPrice(open.prices.l1DataGas),
      l2_gas: formatPrice(open.prices.l2Gas),
    },
    clock: {
      next_block_timestamp: jsonInteger(open.timestamp),
      shift_seconds: jsonInteger(clock.shift),
      is_frozen: clock.frozenAt !== undefined,
    },
  }),
});
