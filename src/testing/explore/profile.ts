import { faultKinds } from '../../faults/faultKinds.ts';
import type { FaultKind, FaultRule } from '../../faults/faultRule.ts';

/** The methods that send a transaction. */
const TRANSACTION_METHODS = [
  'starknet_addInvokeTransaction',
  'starknet_addDeclareTransaction',
  'starknet_addDeployAccountTransaction',
] as const;

/** How often a test gave each kind of fault an occasion when nothing disturbed it. */
export interface Profile {
  readonly occasions: ReadonlyMap<FaultKind, number>;
  /** The requests that sent transactions, by their methods; those that the test does not use are left out. */
  readonly transactions: readonly { readonly method: string; readonly count: number }[];
  readonly hasMempool: boolean;
}

/** A rule that never applies, with the members that it needs. */
const silent = (fault: FaultKind): FaultRule =>
  ({ fault, probability: 0, ...Object.fromEntries(faultKinds[fault].needs.map((name) => [name, 1])) }) as FaultRule;

/** Rules that count occasions and never apply, one for each kind and then one for each method that sends a transaction. */
export const countingRules = (kinds: readonly FaultKind[]): readonly FaultRule[] => [
  ...kinds.map(silent),
  ...TRANSACTION_METHODS.map((method): FaultRule => ({ fault: 'cut', probability: 0, method })),
];

/** Reads what the counting rules of these kinds have seen, in their order. */
export const profileOf = (kinds: readonly FaultKind[], seen: readonly number[], hasMempool: boolean): Profile => ({
  occasions: new Map(kinds.map((kind, i) => [kind, seen[i] ?? 0])),
  transactions: TRANSACTION_METHODS.map((method, i) => ({ method, count: seen[kinds.length + i] ?? 0 })).filter(
    ({ count }) => count > 0,
  ),
  hasMempool,
});
