import type { Felt } from '../felt/felt.ts';

/** A call in the calldata of an account. */
interface AccountCall {
  readonly to: Felt;
  readonly selector: Felt;
}

/**
 * The calls in the calldata of an account's `__execute__`, which is a list of address, selector, and calldata with its length; empty if it is
 * something else.
 */
export function accountCalls(calldata: readonly Felt[]): readonly AccountCall[] {
  const count = Number(calldata[0] ?? 0n);
  const calls: AccountCall[] = [];
  let at = 1;
  for (let i = 0; i < count; i++) {
    const [to, selector, length] = [calldata[at], calldata[at + 1], calldata[at + 2]];
    if (to === undefined || selector === undefined || length === undefined) return [];
    at += 3 + Number(length);
    if (at > calldata.length) return [];
    calls.push({ to, selector });
  }
  return at === calldata.length ? calls : [];
}
