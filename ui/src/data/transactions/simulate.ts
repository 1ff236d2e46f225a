import { type Felt, formatFelt } from '../../../../src/felt/felt.ts';
import { freeInvoke } from '../../../../src/library/sending/freeInvoke.ts';
import { starkSignerOf } from '../../../../src/library/sending/sendingAccount.ts';
import type { RpcParams } from '../../../../src/rpc/schema.ts';
import { feltOfText } from '../contracts/values.ts';
import type { Explanation } from '../explanations/explanation.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { accountClass, type CallLike, predeployed } from './sender.ts';
import { isPresent, NOW, readWhatIf, type SimulationStart, type WhatIf } from './whatIf.ts';

/** What the node is asked for, which it can debug too. */
export type SimulationParams = Pick<RpcParams<'sandbox_debugEstimate'>, 'request' | 'simulation_flags'> &
  SimulationStart;

/** What a transaction would do. */
export interface Simulation {
  readonly explanation: Explanation;
  /** What was asked for, to debug it. */
  readonly params: SimulationParams;
  /** Whether the account checked its signature, which is part of the fee. */
  readonly isValidated: boolean;
  /** Whether it starts from the chain as it is, and nothing else than there. */
  readonly isNow: boolean;
}

/**
 * Runs calls as any account, in one transaction that is not sent, on the chain or on what it would be. It pays nothing. An account whose key
 * the page has signs it, so that its validation runs and is part of the fee, as when it is sent.
 */
export async function simulate(
  node: NodeClient,
  calls: readonly CallLike[],
  from: string,
  whatIf: WhatIf = NOW,
): Promise<Simulation> {
  const start = readWhatIf(whatIf);
  const accounts = await predeployed(node);
  const own = accounts.find(({ address }) => BigInt(address) === BigInt(from));
  const address = feltOfText(from);
  const sender_address = formatFelt(address);
  const nonce = await node.request('chain_getNonce', { block_id: 'pre_confirmed', contract_address: sender_address });
  const isValidated = own !== undefined && !isAccountOther(start, address);
  const account = {
    address,
    sign: isValidated ? starkSignerOf(feltOfText(own.private_key)) : undefined,
    accountClass: own ? await accountClass(node) : 'cairo1',
  } as const;
  const chainId = feltOfText(await node.request('chain_chainId'));
  const at = await pinned(node, start);
  const params: SimulationParams = {
    request: [await freeInvoke(account, feltOfText(nonce), calls, chainId)],
    simulation_flags: isValidated ? [] : ['SKIP_VALIDATE'],
    block_id: at.block_id,
    // The account may have sent more since the block, and may send more before this is debugged.
    overrides: { ...NOTHING, ...at.overrides, nonces: [{ contract_address: sender_address, nonce }] },
  };
  const { transactions } = await node.request('sandbox_explainEstimate', params);
  return { explanation: transactions[0]!, params, isValidated, isNow: isPresent(whatIf) };
}

/** Whether the account has other code or storage than on the chain, so that the key of the page may not be its own. */
const isAccountOther = ({ overrides }: SimulationStart, account: Felt): boolean =>
  [...(overrides?.storage ?? []), ...(overrides?.classes ?? [])].some(
    ({ contract_address }) => BigInt(contract_address) === account,
  );

const NOTHING = { storage: [], balances: [], classes: [] } as const;

/**
 * The start of a simulation of now, as the block after the newest one with its time, so that the same happens when it is debugged later. An
 * open block with transactions or edits is in no sealed block: such a simulation starts from the open block, whatever it is then.
 */
async function pinned(node: NodeClient, start: SimulationStart): Promise<SimulationStart> {
  if (start.block_id !== 'pre_confirmed') return start;
  const { latest_block, is_pre_confirmed_changed, clock } = await node.request('sandbox_getOverview');
  if (is_pre_confirmed_changed) return start;
  const { block_number } = latest_block;
  const time = String(clock.next_block_timestamp);
  return {
    block_id: { block_number },
    overrides: { ...NOTHING, time, block_number: block_number + 1, ...start.overrides },
  };
}
