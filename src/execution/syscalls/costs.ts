import { feltOfAscii, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { CountedBuiltin, OsResources } from '../../protocol/osCost.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';

/** The Sierra gas of a system call. */
export interface SyscallCost {
  readonly base: number;
  readonly perFelt: number;
}

/** The protocol constants of system calls, in the form in which they are used. */
export interface SyscallConstants {
  /** System calls by selector: the ASCII text of their name. */
  readonly names: ReadonlyMap<FeltKey, SyscallName>;
  /** The costs of the system calls that the version has. Others are refused before they are charged. */
  readonly costs: Readonly<Record<SyscallName, SyscallCost>>;
  readonly blockHashContract: FeltKey;
  readonly v1BoundCairo0: ReadonlySet<FeltKey>;
  readonly v1BoundCairo1: ReadonlySet<FeltKey>;
  readonly dataGasAccounts: ReadonlySet<FeltKey>;
}

const cache = new WeakMap<ProtocolConstants, SyscallConstants>();

/** Derives the constants of system calls, once for each protocol version. */
export function syscallConstants(constants: ProtocolConstants): SyscallConstants {
  let derived = cache.get(constants);
  if (!derived) cache.set(constants, (derived = derive(constants)));
  return derived;
}

function derive(constants: ProtocolConstants): SyscallConstants {
  const costs = {} as Record<SyscallName, SyscallCost>;
  const names = Object.keys(constants.syscalls) as SyscallName[];
  for (const name of names) {
    const { constant, perFelt } = constants.syscalls[name];
    costs[name] = {
      base: Math.max(constants.syscallBaseGas, gasOf(constant, constants)),
      perFelt: perFelt ? gasOf(perFelt, constants) : 0,
    };
  }
  const keys = (hashes: readonly bigint[]) => new Set(hashes.map((hash) => keyOf(toFelt(hash))));
  return {
    names: new Map(names.map((name) => [keyOf(feltOfAscii(name)), name])),
    costs,
    blockHashContract: keyOf(toFelt(constants.blockHashContractAddress)),
    v1BoundCairo0: keys(constants.v1BoundAccountsCairo0),
    v1BoundCairo1: keys(constants.v1BoundAccountsCairo1),
    dataGasAccounts: keys(constants.dataGasAccounts),
  };
}

function gasOf(resources: OsResources, constants: ProtocolConstants): number {
  let gas = resources.steps * constants.stepGas;
  for (const [name, count] of Object.entries(resources.builtins))
    gas += count * constants.builtinGas[name as CountedBuiltin];
  return gas;
}
