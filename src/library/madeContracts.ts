import type { Abi } from '../abi/types.ts';
import type { SandboxContract } from './contracts.ts';

const made = new WeakSet<object>();

/** Marks a contract object of a sandbox. */
export function markContract<C extends object>(contract: C): C {
  made.add(contract);
  return contract;
}

/** Whether something is a contract object that a sandbox has made. */
export const isSandboxContract = (value: object): value is SandboxContract<Abi> => made.has(value);
