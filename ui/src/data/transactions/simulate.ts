import { formatFelt } from '../../../../src/felt/felt.ts';
import { executeCalldata } from '../../../../src/library/sending/calls.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { feltOfText } from '../contracts/values.ts';
import type { Explanation } from '../explanations/explanation.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { accountClass, type CallLike, predeployed } from './sender.ts';

/** What a transaction would do. */
export interface Simulation {
  readonly explanation: Explanation;
  /** Undefined if the transaction would be rejected. */
  readonly fee: RpcResult<'chain_estimateFee'>[number] | undefined;
}

const FREE = '0x0';
const bound = (amount: number) => ({ max_amount: `0x${amount.toString(16)}`, max_price_per_unit: FREE }) as const;

/** Runs calls as any account, in one transaction that is neither signed nor sent. It pays nothing. */
export async function simulate(node: NodeClient, calls: readonly CallLike[], from: string): Promise<Simulation> {
  const accounts = await predeployed(node);
  const isOwn = accounts.some(({ address }) => BigInt(address) === BigInt(from));
  const calldata = executeCalldata(calls, isOwn ? await accountClass(node) : 'cairo1');
  const sender_address = formatFelt(feltOfText(from));
  const transaction = {
    type: 'INVOKE',
    version: '0x3',
    sender_address,
    calldata: calldata.map(formatFelt),
    nonce: await node.request('chain_getNonce', { block_id: 'pre_confirmed', contract_address: sender_address }),
    signature: [],
    resource_bounds: { l1_gas: bound(100_000), l1_data_gas: bound(100_000), l2_gas: bound(1_000_000_000) },
    tip: FREE,
    paymaster_data: [],
    account_deployment_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  } as const;
  const params = { request: [transaction], simulation_flags: ['SKIP_VALIDATE'], block_id: 'pre_confirmed' } as const;
  const [{ transactions }, fees] = await Promise.all([
    node.request('sandbox_explainEstimate', params),
    // There is no estimate of a transaction that fails; the explanation says why it does.
    node.request('chain_estimateFee', params).catch(() => []),
  ]);
  return { explanation: transactions[0]!, fee: fees[0] };
}
