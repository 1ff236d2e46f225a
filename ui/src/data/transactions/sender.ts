// Transactions that the page sends: signed with the keys of predeployed accounts, which it gets from the node, or from an account that it
// impersonates for one transaction.
import type { NodeConfig } from '../../../../src/chain/config.ts';
import { SandboxError } from '../../../../src/library/errors.ts';
import type { SendRequest } from '../../../../src/library/requests/requests.ts';
import type { CallLike } from '../../../../src/library/sending/calls.ts';
import { Sender } from '../../../../src/library/sending/sender.ts';
import type { SentTransaction } from '../../../../src/library/sending/sentTransaction.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { RpcFailure } from '../../transport/connection.ts';
import { feltOfText } from '../contracts/values.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { queuedSending } from './queuedSending.ts';

export type Account = RpcResult<'sandbox_getPredeployedAccounts'>[number];
export type { CallLike, SentTransaction };

const neutralName = (method: string): string => method.replace(/^starknet_/, 'chain_').replace(/^devnet_/, 'sandbox_');

/** Requests as the library makes them, with its errors. */
const requestsOf = (node: NodeClient): SendRequest =>
  ((method: string, params?: unknown) =>
    // Under neutral names, which faults for clients do not disturb.
    node.connection.request(neutralName(method), params).catch((error: unknown) => {
      if (error instanceof RpcFailure) throw new SandboxError(method, error);
      throw error;
    })) as SendRequest;

/**
 * Executes calls from an account, in one transaction. A transaction that is reverted is a result, not an error. Where transactions wait in a
 * mempool, `onWaiting` is called, and the result is there when it was selected.
 */
export async function execute(
  node: NodeClient,
  calls: readonly CallLike[],
  from: string,
  onWaiting: (hash: string) => void,
): Promise<SentTransaction> {
  const [accounts, chainId, queued] = await Promise.all([
    predeployed(node),
    node.request('chain_chainId'),
    queuedSending(node, onWaiting),
  ]);
  const sender = new Sender({
    request: requestsOf(node),
    chainId: () => feltOfText(chainId),
    accounts: () =>
      accounts.map(({ address, private_key }) => ({
        address: feltOfText(address),
        privateKey: feltOfText(private_key),
      })),
    accountClass: await accountClass(node),
    ...(queued && { queued }),
  });
  const isOwn = accounts.some(({ address }) => BigInt(address) === BigInt(from));
  try {
    if (isOwn) return await sender.invoke(calls, { from, allowRevert: true });
    return await impersonating(node, from, () => sender.invoke(calls, { from, allowRevert: true }));
  } finally {
    node.changed();
  }
}

/** Impersonates an account while a transaction is sent, unless it is impersonated already. */
async function impersonating<T>(node: NodeClient, address: string, send: () => Promise<T>): Promise<T> {
  const { auto_impersonate, impersonated_accounts } = await node.request('sandbox_getStatus');
  const isImpersonated = auto_impersonate || impersonated_accounts.some((one) => BigInt(one) === BigInt(address));
  if (isImpersonated) return send();
  await node.request('sandbox_impersonateAccount', { account_address: address });
  try {
    return await send();
  } finally {
    await node.request('sandbox_stopImpersonateAccount', { account_address: address });
  }
}

/** The predeployed accounts with their keys; empty if the node refuses to list them. */
export const predeployed = (node: NodeClient): Promise<readonly Account[]> =>
  node.cached('sandbox_getPredeployedAccounts', {}, 'fixed').catch(() => []);

/** Cairo 0 accounts take their calls in another form; such a class has a program and no Sierra. */
export async function accountClass(node: NodeClient): Promise<NodeConfig['accountClass']> {
  const { account_contract_class_hash } = await node.cached('sandbox_getConfig', {}, 'fixed');
  const found = await node.cached(
    'chain_getClass',
    { block_id: 'pre_confirmed', class_hash: account_contract_class_hash },
    'fixed',
  );
  return 'sierra_program' in found ? 'cairo1' : 'cairo0';
}
