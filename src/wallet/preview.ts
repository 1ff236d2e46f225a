// What a transaction would do to the one who signs it: the fee, and how balances change.
import { readShortString } from '../abi/scalars.ts';
import { selectorOfName } from '../abi/selector.ts';
import type { DeclareV3, InvokeV3 } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { SandboxError } from '../library/errors.ts';
import { accountClassOf } from '../library/sending/accountClassOf.ts';
import type { SendingAccount } from '../library/sending/sendingAccount.ts';
import {
  declarationOf,
  invocationOf,
  type TransactionInput,
  type TransactionKind,
} from '../library/sending/transactionKinds.ts';
import { FREE } from '../library/sending/usualBounds.ts';
import { type Hex, toHex } from '../library/values.ts';
import { errors } from '../protocol/errors.ts';
import { callLike } from './askedCall.ts';
import { classOf } from './declaredClass.ts';
import type { HeldAccount } from './heldAccount.ts';
import { readCalls, readProof } from './readParams.ts';
import { unsignedDeployment, writeDeployment } from './undeployedAccount.ts';
import type { WalletNode } from './walletNode.ts';
import type { RecordedRequest } from './walletRequest.ts';

/** A change of the balance of the account. */
export interface BalancePreview {
  readonly token: Hex;
  readonly symbol: string;
  readonly decimals: number;
  /** The difference in the smallest unit, with its sign. */
  readonly change: string;
  /** Which one, of tokens that are not alike (ERC-721). */
  readonly tokenId: string | undefined;
}

/** A class that would be declared. */
export interface ClassPreview {
  readonly classHash: Hex;
  /** The length of its Sierra program, in field elements. */
  readonly felts: number;
}

export interface Preview {
  /** In FRI, as the estimate says. */
  readonly fee: string | undefined;
  readonly balances: readonly BalancePreview[];
  readonly declared?: ClassPreview | undefined;
  /** Why it would be reverted, or could not be simulated. */
  readonly problem: string | undefined;
}

interface Invocation {
  readonly contract_address: Hex;
  readonly events: readonly { readonly keys: readonly Hex[]; readonly data: readonly Hex[] }[];
  readonly calls: readonly Invocation[];
}
interface Simulated {
  readonly fee_estimation: { readonly overall_fee: Hex };
  readonly transaction_trace: { readonly execute_invocation?: Invocation | { readonly revert_reason: string } };
}

const TRANSFER = toHex(selectorOfName('Transfer'));
const MAX_TOKENS = 20;

/** Simulates the transaction of a request; undefined if it has none. */
export async function previewOf(node: WalletNode, request: RecordedRequest): Promise<Preview | undefined> {
  const { held, calls, params, type } = request;
  const isDeclaration = type === 'wallet_addDeclareTransaction';
  if ((calls.length === 0 && !isDeclaration) || held === undefined) return undefined;
  let declared: ClassPreview | undefined;
  try {
    const given = isDeclaration ? await classOf(params) : undefined;
    declared = given && { classHash: toHex(given.classHash), felts: given.contractClass.sierra_program.length };
    const simulated = await simulate(node, held, (account, fields) =>
      given
        ? written(declarationOf(node.request, given), fields)
        : written(invocationOf(node.request, readCalls(params).map(callLike), account, readProof(params)), fields),
    );
    const fee = String(simulated.reduce((sum, { fee_estimation }) => sum + BigInt(fee_estimation.overall_fee), 0n));
    const invocation = simulated.at(-1)?.transaction_trace.execute_invocation;
    if (!invocation) return { fee, balances: [], declared, problem: undefined };
    if ('revert_reason' in invocation) return { fee, balances: [], problem: reasonOf(invocation.revert_reason) };
    return { fee, balances: await changesOf(node, BigInt(held.address), invocation), problem: undefined };
  } catch (error) {
    return {
      fee: undefined,
      balances: [],
      declared,
      problem: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    };
  }
}

/** The panic message of the innermost contract. */
const reasonOf = (revert_reason: string): string =>
  new SandboxError('', { ...errors.transactionExecutionError, data: { revert_reason } }).reason;

type Fields = Pick<InvokeV3, 'senderAddress' | 'nonce' | 'resourceBounds' | 'tip'>;

const written = <T extends InvokeV3 | DeclareV3, W>({ make, write }: TransactionKind<T, W>, fields: Fields): W =>
  write(make(fields));

/** Simulates a transaction, and before it the deployment of its account, if the wallet would send that first. */
async function simulate(
  { request }: WalletNode,
  { address, deployment }: HeldAccount,
  transactionOf: (account: SendingAccount, fields: Fields) => TransactionInput,
): Promise<readonly Simulated[]> {
  const at = { block_id: 'pre_confirmed', contract_address: address } as const;
  const classHash = await request('starknet_getClassHashAt', at).catch(() => undefined);
  const first = classHash === undefined ? deployment : undefined;
  const nonce = first ? 1n : BigInt(await request('starknet_getNonce', at));
  const senderAddress = BigInt(address) as Felt;
  const accountClass = accountClassOf(first?.classHash ?? classHash);
  const account = { address: senderAddress, sign: undefined, accountClass };
  const transaction = transactionOf(account, { senderAddress, nonce: nonce as Felt, tip: 0n, resourceBounds: FREE });
  return request<readonly Simulated[]>('starknet_simulateTransactions', {
    block_id: 'pre_confirmed',
    transactions: [...(first ? [writeDeployment(unsignedDeployment(address, first, FREE))] : []), transaction],
    simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
  });
}

interface Change {
  readonly token: Hex;
  readonly tokenId: bigint | undefined;
  change: bigint;
}

/** The balances that events of transfers change. */
async function changesOf(
  node: WalletNode,
  account: bigint,
  invocation: Invocation,
): Promise<readonly BalancePreview[]> {
  const changes = new Map<string, Change>();
  const pending = [invocation];
  for (let next = pending.pop(); next; next = pending.pop()) {
    pending.push(...next.calls);
    for (const { keys, data } of next.events) {
      if (keys[0] !== TRANSFER) continue;
      const [from, to, low, high] = [...keys.slice(1), ...data].map(BigInt);
      if (from === undefined || to === undefined || low === undefined || high === undefined) continue;
      const number = low + (high << 128n);
      // ERC-721 has the token among the keys, ERC-20 the amount in the data.
      const [amount, tokenId] = keys.length === 5 ? [1n, number] : [number, undefined];
      const { contract_address: token } = next;
      const of = `${token} ${tokenId}`;
      const changed = changes.get(of) ?? { token, tokenId, change: 0n };
      changed.change += (to === account ? amount : 0n) - (from === account ? amount : 0n);
      changes.set(of, changed);
    }
  }
  const changed = [...changes.values()].filter(({ change }) => change !== 0n).slice(0, MAX_TOKENS);
  return Promise.all(
    changed.map(async ({ token, tokenId, change }) => ({
      token,
      ...(await factsOf(node, token)),
      ...(tokenId !== undefined && { decimals: 0 }),
      change: String(change),
      tokenId: tokenId === undefined ? undefined : String(tokenId),
    })),
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
