import { feltOf } from '../../../felt/key.ts';
import { DEVNET_VERSION, PACKAGE_VERSION, SPEC_VERSION } from '../../../protocol/version.ts';
import { noParams } from '../../decode/params.ts';
import { hexList } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const getStatus = method({
  name: 'getStatus',
  group: 'sandbox',
  summary:
    'Versions, counts of blocks and transactions, which accounts are impersonated, and how many cheats are in force.',
  kind: 'read',
  params: noParams,
  run: ({ node, chain, dialect }) => {
    const { fork, chainId } = node.config;
    const { latest, open } = chain;
    const cheatCount = chain.value.cheats.all.length;
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
      impersonated_accounts: hexList([...chain.value.impersonated.keys()].map(feltOf)),
      auto_impersonate: chain.value.autoImpersonate,
      ...(cheatCount > 0 ? { cheat_count: cheatCount } : {}),
    };
  },
});
