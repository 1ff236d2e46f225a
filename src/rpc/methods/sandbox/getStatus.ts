import { PACKAGE_VERSION, SPEC_VERSION } from '../../../protocol/version.ts';
import { noParams } from '../../decode/params.ts';
import { hexList } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const getStatus = method('getStatus', noParams, ({ node, chain, dialect }) => {
  const { fork, chainId } = node.config;
  return {
    block_count: chain.latest.number - chain.firstNumber + 1,
    transaction_count: chain.transactionCount,
    pre_confirmed_tx_count: chain.open.transactions.length,
    chain_id: chainId,
    protocol_version: SPEC_VERSION,
    [dialect === 'neutral' ? 'sandbox_version' : 'devnet_version']: PACKAGE_VERSION,
    is_forked: fork !== undefined,
    ...(fork ? { fork_config: { url: fork.url, block: fork.blockNumber ?? null } } : {}),
    impersonated_accounts: hexList(chain.impersonatedAccounts),
    auto_impersonate: chain.autoImpersonate,
  };
});
