import type { ProtocolConstants, SyscallName } from '../../protocol/constants.ts';
import type { CallInfo, VmResources } from '../callInfo.ts';
import { addResources, NO_RESOURCES, osResources } from '../gas/vmResources.ts';

/** How often a frame made a system call, and how many felts those calls had in all. */
export interface SyscallUsage {
  count: number;
  felts: number;
}

export type SyscallUsages = Map<SyscallName, SyscallUsage>;

/** What a call metered in steps used: its own run, the work its system calls are for the OS, and its inner calls. */
export function stepsModeResources(
  run: VmResources,
  usages: SyscallUsages,
  inner: readonly CallInfo[],
  constants: ProtocolConstants,
): VmResources {
  const syscalls = [...usages].flatMap(([name, usage]) => syscallResources(name, usage, constants));
  return addResources(run, ...syscalls, ...inner.map((call) => call.resources));
}

/** What the inner calls of a call used: all that counts of a call metered in Sierra gas. */
export function innerResources(inner: readonly CallInfo[]): VmResources {
  return inner.length === 0 ? NO_RESOURCES : addResources(...inner.map((call) => call.resources));
}

function syscallResources(
  name: SyscallName,
  { count, felts }: SyscallUsage,
  constants: ProtocolConstants,
): VmResources[] {
  const { constant, perFelt } = constants.syscalls[name];
  // A Keccak's count is of rounds; its fixed part comes once, however often it was called.
  if (name === 'Keccak') return [osResources(constant), osResources(constants.syscalls.KeccakRound.constant, count)];
  const fixed = osResources(constant, count);
  return perFelt ? [fixed, osResources(perFelt, felts)] : [fixed];
}
