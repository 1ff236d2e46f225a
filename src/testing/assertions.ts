// The matchers as functions, for node:test and every other runner without `expect`.
import type { AddressLike } from '../library/values.ts';
import { beginAtCaller, callSite } from '../text/callerStack.ts';
import { type AskedWallet, checkAsked } from './asked.ts';
import { type BalanceChange, type BalanceOptions, checkBalances, type TokenLike } from './balances.ts';
import { checkEmits, type EventMembersOf, type EventNameOf, type ExpectedEvent } from './events.ts';
import { checkResources, type ResourceLimits } from './gas.ts';
import type { GasSnapshotOptions } from './gasSnapshot.ts';
import { checkGasSnapshot } from './lazyGasSnapshot.ts';
import { checkReverts } from './reverts.ts';
import type { Verdict } from './verdict.ts';

/** An assertion that failed; test runners know it by its name and code. */
export class SandboxAssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
}

async function require(verdict: Promise<Verdict>): Promise<void> {
  // Recorded now: where the `await` is missing, nothing leads back to the user's line later.
  const site = callSite();
  const { pass, message } = await verdict;
  if (pass) return;
  const error = new SandboxAssertionError(message);
  beginAtCaller(error, site);
  throw error;
}

/**
 * Something reverts, with a reason that contains this text or matches this pattern.
 *
 * @example
 * await assertReverts(box.execute(call), 'ERC20: insufficient balance');
 */
export const assertReverts = (received: unknown, reason?: string | RegExp): Promise<void> =>
  require(checkReverts(received, reason));

/**
 * A transaction emits an event with this name and these values among its members.
 *
 * @example
 * await assertEmits(box.execute(call), token, 'Transfer', { to: bob.address, value: 5n });
 */
export function assertEmits(
  received: unknown,
  name: string,
  members?: Readonly<Record<string, unknown>>,
): Promise<void>;
export function assertEmits<const C extends AddressLike, const N extends EventNameOf<C>>(
  received: unknown,
  contract: C,
  name: N,
  members?: EventMembersOf<C, N>,
): Promise<void>;
export function assertEmits(received: unknown, ...expected: readonly unknown[]): Promise<void> {
  return require(checkEmits(received, expected as unknown as ExpectedEvent));
}

/**
 * A transaction changes the balance of an address by exactly this amount, the sender's fee aside.
 *
 * @example
 * await assertChangesBalance(() => box.execute(call), bob, 5n);
 */
export const assertChangesBalance = (
  received: unknown,
  address: AddressLike,
  change: bigint | number,
  token?: TokenLike | BalanceOptions,
): Promise<void> => require(checkBalances(received, [[address, change]], token));

/**
 * A transaction changes the balances of several addresses by exactly these amounts, the sender's fee aside.
 *
 * @example
 * await assertChangesBalances(() => box.execute(call), [[alice, -5n], [bob, 5n]]);
 */
export const assertChangesBalances = (
  received: unknown,
  changes: readonly BalanceChange[],
  token?: TokenLike | BalanceOptions,
): Promise<void> => require(checkBalances(received, changes, token));

/**
 * A transaction uses no more than this.
 *
 * @example
 * await assertUsesAtMost(box.execute(call), { l2Gas: 1_500_000 });
 */
export const assertUsesAtMost = (received: unknown, limits: ResourceLimits): Promise<void> =>
  require(checkResources(received, limits));

/**
 * A transaction uses the L2 gas that `.gas-snapshot` says; see the matcher `toMatchGasSnapshot`.
 *
 * @example
 * await assertMatchesGasSnapshot(box.execute(call), 'transfer to a new account');
 */
export const assertMatchesGasSnapshot = (
  received: unknown,
  name: string,
  options?: GasSnapshotOptions,
): Promise<void> => require(checkGasSnapshot(received, name, options));

/**
 * A wallet was asked to call a function, to sign typed data of this type, or for a method of the wallet API, with these values among the
 * arguments.
 *
 * @example
 * await assertAskedTo(wallet, 'transfer', { recipient: bob, amount: 5n });
 */
export const assertAskedTo = (
  wallet: AskedWallet,
  name: string,
  values?: Readonly<Record<string, unknown>>,
): Promise<void> => require(checkAsked(wallet, name, values));
