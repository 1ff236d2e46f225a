import { formatFelt } from '../../../../src/felt/felt.ts';
import { executeCalldata } from '../../../../src/library/sending/calls.ts';
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { feltOfText } from '../contracts/values.ts';
import type { Explanation } from '../explanations/explanation.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { accountClass, type CallLike, predeployed } from './sender.ts';
import { NOW, readWhatIf, type SimulationStart, type WhatIf } from './whatIf.ts';

/** What the node is asked for, which it can debug too. */
export type SimulationParams = Pick<RpcParams<'sandbox_debugEstimate'>, 'request' | 'simulation_flags'> &
  SimulationStart;

/** What a transaction would do. */
export interface Simulation {
  readonly explanation: Explanation;
  /** Undefined if the transaction would fail. */
  readonly fee: RpcResult<'chain_estimateFee'>[number] | undefined;
  /** What was asked for, to debug it. */
  readonly params: SimulationParams;
}

const FREE = '0x0';
const bound = (amount: number) => ({ max_amount: `0x${amount.toString(16)}`, max_price_per_unit: FREE }) as const;

/** Runs calls as any account, in one transaction that is neither signed nor sent, on the chain or on what it would be. It pays nothing. */
export async function simulate(
  node: NodeClient,
  calls: readonly CallLike[],
  from: string,
  whatIf: WhatIf = NOW,
): Promise<Simulation> {
  const start = readWhatIf(whatIf);
  const accounts = await predeployed(node);
  const isOwn = accounts.some(({ address }) => BigInt(address) === BigInt(from));
  const calldata = executeCalldata(calls, isOwn ? await accountClass(node) : 'cairo1');
  const sender_address = formatFelt(feltOfText(from));
  const nonce = await node.request('chain_getNonce', { block_id: 'pre_confirmed', contract_address: sender_address });
  const transaction = {
    type: 'INVOKE',
    version: '0x3',
    sender_address,
    calldata: calldata.map(formatFelt),
    nonce,
    signature: [],
    resource_bounds: { l1_gas: bound(100_000), l1_data_gas: bound(100_000), l2_gas: bound(1_000_000_000) },
    tip: FREE,
    paymaster_data: [],
    account_deployment_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  } as const;
  // The account has sent more since an earlier block.
  const overrides = start.overrides && { ...start.overrides, nonces: [{ contract_address: sender_address, nonce }] };
  const at = { ...start, ...(overrides && { overrides }) };
  const params: SimulationParams = { request: [transaction], simulation_flags: ['SKIP_VALIDATE'], ...at };
  const { transactions, estimates } = await node.request('sandbox_explainEstimate', params);
  return { explanation: transactions[0]!, fee: estimates?.[0], params };
}
