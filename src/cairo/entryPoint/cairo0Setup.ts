import type { Felt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import { BUILTIN_NAMES, type BuiltinName } from '../builtinNames.ts';
import type { EntryPointRun } from '../machine.ts';
import { pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { addBuiltinSegments, isSubsequence } from './builtinSegments.ts';
import type { RunHost, RunLayout } from './runHost.ts';
import { addReadOnly, startRun } from './sierraSetup.ts';

const SUPPORTED = new Set<BuiltinName>(['pedersen', 'range_check', 'ecdsa', 'bitwise', 'ec_op', 'poseidon']);

/** Sets up an entry point of a Cairo 0 class. */
export function setupCairo0(host: RunHost, run: EntryPointRun): RunLayout {
  const names = run.program.builtins;
  const unsupported = names.filter((name) => !SUPPORTED.has(name));
  if (unsupported.length > 0)
    throw new VmError(`Called builtins: {${unsupported.join(', ')}} are unsupported in a Cairo0 contract`);
  if (!isSubsequence(names, BUILTIN_NAMES)) throw new VmError('Given builtins are not in appropiate order');
  host.loadProgram(run.program);
  host.addSegment();
  const { builtins, pointers } = addBuiltinSegments(host, names);
  const syscallSegment = host.addSegment();
  const readOnly: { segment: number; length: number }[] = [];
  const calldata = addReadOnly(host, readOnly, run.calldata);
  const implicit = [pointer(syscallSegment, 0), ...pointers];
  const implicitSegment = host.addSegment();
  implicit.forEach((cell, i) => void host.set(pointer(implicitSegment, i), cell));
  const args = [feltOf(run.selector), pointer(implicitSegment, 0), BigInt(run.calldata.length) as Felt, calldata];
  const initialFp = startRun(host, run.offset, args);
  return {
    run,
    builtins,
    syscallSegment,
    argumentCount: args.length,
    initialFp,
    programSize: run.program.bytecode.length,
    implicitCount: implicit.length,
    readOnly,
  };
}
