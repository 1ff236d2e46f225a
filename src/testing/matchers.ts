import type { AddressLike } from '../library/values.ts';
import { type AskedState, checkAsked } from './asked.ts';
import { type BalanceChange, type BalanceOptions, checkBalances, type TokenLike } from './balances.ts';
import { checkEmits, type EventMembersOf, type EventNameOf, type ExpectedEvent } from './events.ts';
import { checkResources, type ResourceLimits } from './gas.ts';
import type { GasSnapshotOptions } from './gasSnapshot.ts';
import { checkGasSnapshot } from './lazyGasSnapshot.ts';
import { checkReverts } from './reverts.ts';
import type { Verdict } from './verdict.ts';

/** What a matcher tells vitest and jest. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/**
 * Matchers for transactions. What is expected about is a promise, or a function that returns one, of what `box.execute`, a
 * contract or an account of starknet.js returns; and for wallets.
 */
export interface SandboxMatchers<R = Promise<void>> {
  /**
   * It reverts, with a reason that contains this text or matches this pattern. Without one, any revert will do.
   *
   * @example
   * await expect(box.execute(call)).toRevertWith('ERC20: insufficient balance');
   */
  toRevertWith(reason?: string | RegExp): R;
  /**
   * It emits an event with this name and these values among its members.
   *
   * @example
   * await expect(box.execute(call)).toEmit(token, 'Transfer', { to: bob.address, value: 5n });
   */
  toEmit(name: string, members?: Readonly<Record<string, unknown>>): R;
  toEmit<const C extends AddressLike, const N extends EventNameOf<C>>(
    contract: C,
    name: N,
    members?: EventMembersOf<C, N>,
  ): R;
  /**
   * It changes the balance of an address by exactly this amount, the sender's fee aside.
   *
   * @example
   * await expect(() => box.execute(call)).toChangeBalance(bob, 5n);
   */
  toChangeBalance(address: AddressLike, change: bigint | number, token?: TokenLike | BalanceOptions): R;
  /**
   * It changes the balances of several addresses by exactly these amounts, the sender's fee aside.
   *
   * @example
   * await expect(() => box.execute(call)).toChangeBalances([[alice, -5n], [bob, 5n]]);
   */
  toChangeBalances(changes: readonly BalanceChange[], token?: TokenLike | BalanceOptions): R;
  /**
   * It uses no more than this.
   *
   * @example
   * await expect(box.execute(call)).toUseAtMost({ l2Gas: 1_500_000 });
   */
  toUseAtMost(limits: ResourceLimits): R;
  /**
   * It uses the L2 gas that `.gas-snapshot` says. A new name is added to the file, except in CI; `STARBOX_GAS_SNAPSHOT=update` replaces
   * the gas that is there.
   *
   * @example
   * await expect(box.execute(call)).toMatchGasSnapshot('transfer to a new account');
   */
  toMatchGasSnapshot(name: string, options?: GasSnapshotOptions): R;
  /**
   * A wallet was asked to call a function, to sign typed data of this type, or for a method of the wallet API, with these values among the
   * arguments.
   *
   * @example
   * await expect(wallet).toHaveBeenAskedTo('transfer', { recipient: bob, amount: 5n });
   */
  toHaveBeenAskedTo(name: string, values?: Readonly<Record<string, unknown>>): R;
}

const result = async (verdict: Promise<Verdict>): Promise<MatcherResult> => {
  const { pass, message } = await verdict;
  return { pass, message: () => message };
};

/**
 * The matchers as vitest and jest take them. `starbox/testing/vitest` and `starbox/testing/jest` register them, with types.
 *
 * @example
 * expect.extend(matchers);
 */
export const matchers = {
  toRevertWith(this: { readonly isNot?: boolean } | undefined, received: unknown, reason?: string | RegExp) {
    return result(checkReverts(received, reason, this?.isNot));
  },
  toEmit: (received: unknown, ...expected: ExpectedEvent) => result(checkEmits(received, expected)),
  toChangeBalance: (
    received: unknown,
    address: AddressLike,
    change: bigint | number,
    token?: TokenLike | BalanceOptions,
  ) => result(checkBalances(received, [[address, change]], token)),
  toChangeBalances: (received: unknown, changes: readonly BalanceChange[], token?: TokenLike | BalanceOptions) =>
    result(checkBalances(received, changes, token)),
  toUseAtMost(this: { readonly isNot?: boolean } | undefined, received: unknown, limits: ResourceLimits) {
    return result(checkResources(received, limits, this?.isNot));
  },
  toMatchGasSnapshot: (received: unknown, name: string, options?: GasSnapshotOptions) =>
    result(checkGasSnapshot(received, name, options)),
  toHaveBeenAskedTo(
    this: AskedState | undefined,
    received: unknown,
    name: string,
    values?: Readonly<Record<string, unknown>>,
  ) {
    return result(checkAsked(received, name, values, this));
  },
};
