import { selectorOfName } from '../abi/selector.ts';
import { ETH, STRK } from '../chain/value/token.ts';
import type { Hex } from '../library/index.ts';
import { ownRequest } from '../library/requests/connection.ts';
import { type AddressLike, addressText, feltText } from '../library/values.ts';
import { type Executed, explanationOf, outcomeOf, requireExecuted, withExplanation } from './outcome.ts';
import { boxWith, type TrackedBox, trackedBoxes } from './trackedBoxes.ts';
import type { Verdict } from './verdict.ts';

/** A token: `'STRK'`, `'ETH'`, or an ERC-20 contract or its address. */
export type TokenLike = 'STRK' | 'ETH' | AddressLike;

/** How a change of balances is measured. */
export interface BalanceOptions {
  /** The token. Default: STRK. */
  readonly token?: TokenLike | undefined;
  /** Counts the fee that a sender pays as a change of its balance. Default: false. */
  readonly includeFee?: boolean | undefined;
}

/** An address and the change of its balance: positive if it receives. */
export type BalanceChange = readonly [address: AddressLike, change: bigint | number];

interface Wanted {
  readonly address: Hex;
  readonly change: bigint;
}

/** Whether a transaction changes balances by exactly these amounts. */
export async function checkBalances(
  received: unknown,
  changes: readonly BalanceChange[],
  tokenOrOptions: TokenLike | BalanceOptions = {},
): Promise<Verdict> {
  const options =
    typeof tokenOrOptions === 'object' && !('address' in tokenOrOptions) ? tokenOrOptions : { token: tokenOrOptions };
  const token = tokenAddress(options.token ?? 'STRK');
  const wanted = changes.map(([address, change], i) => ({
    address: addressText(address, `changes[${i}]`),
    change: BigInt(change),
  }));
  const { executed, actual } = await measure(received, wanted, token);
  const fee = options.includeFee || BigInt(token) !== STRK.address ? undefined : await feeOf(executed);
  const lines = wanted.map(({ address, change }, i) => {
    const net = actual[i]! + (fee && BigInt(fee.payer) === BigInt(address) ? fee.amount : 0n);
    return { pass: net === change, text: `${address} changed by ${net} (expected ${change})` };
  });
  const pass = lines.every((line) => line.pass);
  const message = pass
    ? `Expected other changes of balances, but ${lines.map(({ text }) => text).join(' and ')}.`
    : `Expected other changes of balances:\n${lines
        .filter((line) => !line.pass)
        .map(({ text }) => `  the balance of ${text}`)
        .join('\n')}`;
  return { pass, message: pass ? message : withExplanation(message, await explanationOf(executed)) };
}

/**
 * A function is run between two measurements. A promise belongs to a transaction that may be executed already, so the changes
 * are those that the token's events tell.
 */
async function measure(
  received: unknown,
  wanted: readonly Wanted[],
  token: Hex,
): Promise<{ readonly executed: Executed; readonly actual: readonly bigint[] }> {
  if (typeof received !== 'function') {
    const executed = await requireExecuted(await outcomeOf(received));
    return { executed, actual: wanted.map(({ address }) => transferred(executed, token, address)) };
  }
  const balances = (box: TrackedBox) => Promise.all(wanted.map(({ address }) => box.balanceOf(address, { token })));
  const boxes = trackedBoxes();
  const before = new Map<TrackedBox, readonly bigint[]>();
  for (const box of boxes) before.set(box, await balances(box));
  const executed = await requireExecuted(await outcomeOf(received));
  const box =
    executed.box && before.has(executed.box) ? executed.box : await boxWith(executed.receipt.transaction_hash, boxes);
  if (!box)
    throw new Error(
      'The balances before the transaction are not known: use a sandbox of useSandbox or sandboxTest, or call trackSandbox(box).',
    );
  const after = await balances(box);
  return { executed, actual: after.map((amount, i) => amount - before.get(box)![i]!) };
}

/** What an address received less what it sent, by the Transfer events of a token. */
function transferred({ receipt }: Executed, token: Hex, address: Hex): bigint {
  const transfer = selectorOfName('Transfer');
  let sum = 0n;
  for (const { from_address, keys, data } of receipt.events) {
    if (BigInt(from_address) !== BigInt(token) || BigInt(keys[0] ?? 0) !== transfer) continue;
    // Older tokens have the addresses among the data.
    const [from, to, low, high] = [...keys.slice(1), ...data].map(BigInt);
    const amount = low! + (high! << 128n);
    if (to === BigInt(address)) sum += amount;
    if (from === BigInt(address)) sum -= amount;
  }
  return sum;
}

async function feeOf({
  receipt,
  box,
}: Executed): Promise<{ readonly payer: string; readonly amount: bigint } | undefined> {
  const transaction = (await (box && ownRequest(box))?.('starknet_getTransactionByHash', {
    transaction_hash: receipt.transaction_hash,
  })) as { readonly sender_address?: string } | undefined;
  const payer = transaction?.sender_address ?? receipt.contract_address;
  return payer === undefined ? undefined : { payer, amount: BigInt(receipt.actual_fee.amount) };
}

function tokenAddress(token: TokenLike): Hex {
  if (token === 'STRK' || token === 'ETH') return feltText((token === 'STRK' ? STRK : ETH).address, 'token');
  return addressText(token, 'token');
}
