import { jsonInteger } from '../../../json/writeJson.ts';
import { DEVNET_VERSION, PACKAGE_VERSION, SPEC_VERSION } from '../../../protocol/version.ts';
import { noParams } from '../../decode/params.ts';
import { formatPrice } from '../../format/block.ts';
import { hexList } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const getStatus = method({
  name: 'getStatus',
  group: 'sandbox',
  summary:
    'Versions, counts of blocks and transactions, what is impersonated, and the present block mode, gas prices and clock.',
  kind: 'read',
  params: noParams,
  run: ({ node, chain, dialect }) => {
    const { fork, chainId } = node.config;
    const { latest, open, clock, blockGeneration: mode } = chain;
    return {
      block_count: latest.number - chain.firstNumber + 1,
      transaction_count: chain.transactionCount,
      pre_confirmed_tx_count: open.transactions.length,
      chain_id: chainId,
      protocol_version: SPEC_VERSION,
      // Tools compare `devnet_version` with the releases they know, so it is the one whose interface we follow.
      ...(dialect === 'neutral' ? { sandbox_version: PACKAGE_VERSION } : { devnet_version: DEVNET_VERSION }),
      is_forked: fork !== undefined,
      ...(fork ? { fork_config: { url: fork.url, block: fork.blockNumber ?? null } } : {}),
      impersonated_accounts: hexList(chain.listImpersonatedAccounts()),
      auto_impersonate: chain.autoImpersonate,
      latest_block: { block_number: latest.number, timestamp: jsonInteger(latest.timestamp) },
      block_generation_on: typeof mode === 'string' ? mode : { interval: mode.intervalSeconds },
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
    };
  },
});
