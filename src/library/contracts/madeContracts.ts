import type { Hex } from '../../abi/scalars.ts';
import type { Abi } from '../../abi/types.ts';

const made = new WeakSet<object>();

/** Marks a contract object of a sandbox. */
export function markContract<C extends object>(contract: C): C {
  made.add(contract);
  return contract;
}

/** Whether something is a contract object that a sandbox has made. */
export const isSandboxContract = (value: object): value is { readonly abi: Abi; readonly address: Hex } =>
  made.has(value);
