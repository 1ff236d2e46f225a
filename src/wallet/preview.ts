// What a transaction would do to the one who signs it: the fee, and how balances change.
import { readShortString } from '../abi/scalars.ts';
import { selectorOfName } from '../abi/selector.ts';
import { unsignedInvoke } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { SandboxError } from '../library/errors.ts';
import { executeCalldata } from '../library/sending/calls.ts';
import { FREE } from '../library/sending/usualBounds.ts';
import { type Hex, toHex } from '../library/values.ts';
import { errors } from '../protocol/errors.ts';
import { formatTransaction, type InvokeTransactionV3 } from '../rpc/format/transaction.ts';
import { callLike } from './askedCall.ts';
import { readCalls, readProof } from './readParams.ts';
import type { WalletNode } from './walletNode.ts';
import type { WalletRequest } from './walletRequest.ts';

/** A change of the balance of the account. */
export interface BalancePreview {
  readonly token: Hex;
  readonly symbol: string;
  readonly decimals: number;
  /** The difference in the smallest unit, with its sign. */
  readonly change: string;
}

export interface Preview {
  /** In FRI, as the estimate says. */
  readonly fee: string | undefined;
  readonly balances: readonly BalancePreview[];
  /** Why it would be reverted, or could not be simulated. */
  readonly problem: string | undefined;
}

interface Invocation {
  readonly contract_address: Hex;
  readonly events: readonly { readonly keys: readonly Hex[]; readonly data: readonly Hex[] }[];
  readonly calls: readonly Invocation[];
}
type Simulated = readonly [
  {
    readonly fee_estimation: { readonly overall_fee: Hex };
    readonly transaction_trace: { readonly execute_invocation: Invocation | { readonly revert_reason: string } };
  },
];

const TRANSFER = toHex(selectorOfName('Transfer'));
const MAX_TOKENS = 20;

/** Simulates the transaction of a request; undefined if it has none. */
export async function previewOf(node: WalletNode, request: WalletRequest): Promise<Preview | undefined> {
  const { account, calls, params } = request;
  if (calls.length === 0 || account === undefined) return undefined;
  try {
    const [{ fee_estimation, transaction_trace }] = await simulate(node, account, params);
    const { execute_invocation: invocation } = transaction_trace;
    const fee = String(BigInt(fee_estimation.overall_fee));
    if ('revert_reason' in invocation) return { fee, balances: [], problem: reasonOf(invocation.revert_reason) };
    return { fee, balances: await changesOf(node, BigInt(account), invocation), problem: undefined };
  } catch (error) {
    return {
      fee: undefined,
      balances: [],
      problem: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    };
  }
}

/** The panic message of the innermost contract. */
const reasonOf = (revert_reason: string): string =>
  new SandboxError('', { ...errors.transactionExecutionError, data: { revert_reason } }).reason;

async function simulate({ request }: WalletNode, account: Hex, params: WalletRequest['params']): Promise<Simulated> {
  const nonce = await request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: account });
  const transaction = unsignedInvoke({
    senderAddress: BigInt(account) as Felt,
    nonce: BigInt(nonce) as Felt,
    calldata: executeCalldata(readCalls(params).map(callLike), 'cairo1'),
    resourceBounds: FREE,
    proofFacts: readProof(params)?.proofFacts ?? [],
  });
  return request<Simulated>('starknet_simulateTransactions', {
    block_id: 'pre_confirmed',
    transactions: [formatTransaction({ transaction, l1TransactionHash: undefined }) as InvokeTransactionV3],
    simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
  });
}

/** The balances that events of transfers change. */
async function changesOf(
  node: WalletNode,
  account: bigint,
  invocation: Invocation,
): Promise<readonly BalancePreview[]> {
  const changes = new Map<Hex, bigint>();
  const pending = [invocation];
  for (let next = pending.pop(); next; next = pending.pop()) {
    pending.push(...next.calls);
    for (const { keys, data } of next.events) {
      if (keys[0] !== TRANSFER) continue;
      const [from, to, low, high] = [...keys.slice(1), ...data].map(BigInt);
      if (from === undefined || to === undefined || low === undefined || high === undefined) continue;
      const amount = low + (high << 128n);
      const change = (to === account ? amount : 0n) - (from === account ? amount : 0n);
      changes.set(next.contract_address, (changes.get(next.contract_address) ?? 0n) + change);
    }
  }
  const changed = [...changes].filter(([, change]) => change !== 0n).slice(0, MAX_TOKENS);
  return Promise.all(
    changed.map(async ([token, change]) => ({ token, ...(await factsOf(node, token)), change: String(change) })),
  );
}

async function factsOf({ request }: WalletNode, token: Hex): Promise<Pick<BalancePreview, 'symbol' | 'decimals'>> {
  const call = (name: string) =>
    request('starknet_call', {
      block_id: 'pre_confirmed',
      request: { contract_address: token, entry_point_selector: toHex(selectorOfName(name)), calldata: [] },
    }).catch(() => []);
  const [symbol, decimals] = await Promise.all([call('symbol'), call('decimals')]);
  // A short string, or a ByteArray of one word.
  const text = symbol.length === 3 ? symbol[1] : symbol[0];
  return {
    symbol: (text && readShortString(text)) || token,
    // A u8. What a contract says beyond that is not true.
    decimals: BigInt(decimals[0] ?? 0) < 256n ? Number(decimals[0] ?? 0) : 0,
  };
}
