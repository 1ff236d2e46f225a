import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import type { CallInfo, VmResources } from '../callInfo.ts';
import { addResources, NO_RESOURCES, osResources } from '../gas/vmResources.ts';

/** How often a frame made a system call, and the total number of felts in these calls. */
export interface SyscallUsage {
  count: number;
  felts: number;
}

export type SyscallUsages = Map<SyscallName, SyscallUsage>;

/** The resources of a call metered in steps: its own run, the OS's work for its system calls, and its inner calls. */
export function stepsModeResources(
  run: VmResources,
  usages: SyscallUsages,
  inner: readonly CallInfo[],
  constants: ProtocolConstants,
): VmResources {
  const syscalls = [...usages].flatMap(([name, usage]) => syscallResources(name, usage, constants));
  return addResources(run, ...syscalls, ...inner.map((call) => call.resources));
}

/** The resources of the inner calls, which are all the VM resources of a call metered in Sierra gas. */
export function innerResources(inner: readonly CallInfo[]): VmResources {
  return inner.length === 0 ? NO_RESOURCES : addResources(...inner.map((call) => call.resources));
}

function syscallResources(
  name: SyscallName,
  { count, felts }: SyscallUsage,
  constants: ProtocolConstants,
): VmResources[] {
  const { constant, perFelt } = constants.syscalls[name];
  // The count of Keccak is in rounds. Its constant part is added once, however often it was called.
  if (name === 'Keccak') return [osResources(constant), osResources(constants.syscalls.KeccakRound.constant, count)];
  const fixed = osResources(constant, count);
  return perFelt ? [fixed, osResources(perFelt, felts)] : [fixed];
}
