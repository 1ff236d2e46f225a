import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { accountCalls } from './accountCalls.ts';
import type { Transaction } from './transaction.ts';

/**
 * The calls that contracts made in a transaction, each once: the key of the address and that of the selector, call after call. Those that
 * stand in its calldata are left out, so a transfer has none. COST: 64 bytes for a call.
 */
export type InnerCalls = string & { readonly __innerCalls: true };

const KEY_UNITS = 16;
/** The length of a call. */
export const CALL_UNITS = 2 * KEY_UNITS;

/** Collects the calls of contracts while a transaction runs, also those of calls that fail later. */
export class InnerCallCollector {
  #calls: Set<string> | undefined;

  add(contractAddress: FeltKey, selector: FeltKey): void {
    this.#calls ??= new Set();
    this.#calls.add(contractAddress + selector);
  }

  /** What the transaction does not tell itself; undefined if that is nothing. */
  beyond(transaction: Transaction): InnerCalls | undefined {
    const calls = this.#calls;
    if (!calls) return undefined;
    if (transaction.type === 'INVOKE')
      for (const { to, selector } of accountCalls(transaction.calldata)) calls.delete(keyOf(to) + keyOf(selector));
    return calls.size === 0 ? undefined : ([...calls].join('') as InnerCalls);
  }
}

/** The keys of the addresses and selectors, in turn. */
export const keysOfCalls = (calls: InnerCalls): readonly FeltKey[] =>
  Array.from(
    { length: calls.length / KEY_UNITS },
    (_, i) => calls.slice(i * KEY_UNITS, (i + 1) * KEY_UNITS) as FeltKey,
  );

export const callsOfKeys = (keys: readonly FeltKey[]): InnerCalls => keys.join('') as InnerCalls;

const hasKey = (calls: InnerCalls | undefined, felt: Felt, start: number): boolean => {
  if (calls === undefined) return false;
  const key = keyOf(felt);
  for (let at = start; at < calls.length; at += CALL_UNITS) if (calls.startsWith(key, at)) return true;
  return false;
};

/** Whether one of the calls is to an address. */
export const callsAddress = (calls: InnerCalls | undefined, address: Felt): boolean => hasKey(calls, address, 0);

/** Whether one of the calls is of a function. */
export const callsSelector = (calls: InnerCalls | undefined, selector: Felt): boolean =>
  hasKey(calls, selector, KEY_UNITS);

/** Gets the low 32 bits of every address and of every selector. */
export function eachCallWord(calls: InnerCalls, visit: (address: number, selector: number) => void): void {
  for (let at = 0; at < calls.length; at += CALL_UNITS) visit(wordAt(calls, at), wordAt(calls, at + KEY_UNITS));
}

const wordAt = (calls: InnerCalls, at: number): number =>
  (calls.charCodeAt(at) | (calls.charCodeAt(at + 1) << 16)) >>> 0;
