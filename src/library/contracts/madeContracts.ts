import type { Hex } from '../../abi/scalars.ts';
import type { Abi } from '../../abi/types.ts';

type MadeContract = { readonly abi: Abi; readonly address: Hex };

const made = new WeakSet<object>();
/** Contracts by the functions of their `write`. */
const owners = new WeakMap<object, MadeContract>();

/** Marks a contract object of a sandbox. */
export function markContract<C extends MadeContract & { readonly write: object }>(contract: C): C {
  made.add(contract);
  for (const method of Object.values(contract.write)) owners.set(method, contract);
  return contract;
}

/** Whether something is a contract object that a sandbox has made. */
export const isSandboxContract = (value: object): value is MadeContract => made.has(value);

/** The contract whose `write` has a function; undefined if there is none. */
export const contractOfMethod = (method: object): MadeContract | undefined => owners.get(method);
