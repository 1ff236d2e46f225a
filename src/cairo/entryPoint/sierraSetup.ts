import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOfNumber } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { Cell, EntryPointRun } from '../machine.ts';
import { type Pointer, pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { addBuiltinSegments, isSubsequence } from './builtinSegments.ts';
import type { RunHost, RunLayout } from './runHost.ts';

/** The builtins a Sierra class may use, in their order. */
export const SIERRA_BUILTINS: readonly BuiltinName[] = [
  'pedersen',
  'range_check',
  'bitwise',
  'ec_op',
  'poseidon',
  'segment_arena',
  'range_check96',
  'add_mod',
  'mul_mod',
];

/** The `ret` that compiled code calls to get the address of the builtin costs. */
const RET = 0x208b7fff7fff7ffen as Felt;

const builtinCostsByVersion = new WeakMap<ProtocolConstants, readonly FeltKey[]>();

/** Prices in the order of the compiler's builtin costs array. */
function builtinCosts(constants: ProtocolConstants): readonly FeltKey[] {
  let costs = builtinCostsByVersion.get(constants);
  if (!costs) {
    const { pedersen, bitwise, ec_op, poseidon, add_mod, mul_mod } = constants.builtinGas;
    costs = [pedersen, bitwise, ec_op, poseidon, add_mod, mul_mod, constants.blakeGas].map(keyOfNumber);
    builtinCostsByVersion.set(constants, costs);
  }
  return costs;
}

/** The cells of the program segment after the bytecode: the `ret` and the pointer to the builtin costs. */
export const EXTRA_CELLS = 2;

/** Writes felts to a new read-only segment. */
export function addReadOnly(host: RunHost, readOnly: RunLayout['readOnly'], keys: readonly FeltKey[]): Pointer {
  const segment = host.addSegment();
  for (let i = 0; i < keys.length; i++) host.setKey(pointer(segment, i), keys[i]!);
  readOnly.push({ segment, length: keys.length });
  return pointer(segment, 0);
}

/** Writes the initial stack of an entry point, and sets pc to its first instruction. */
export function startRun(host: RunHost, offset: number, args: readonly Cell[]): Pointer {
  const end = pointer(host.addSegment(), 0);
  const stack = [...args, 0n as Felt, end];
  for (let i = 0; i < stack.length; i++) host.set(pointer(1, i), stack[i]!);
  const stackEnd = pointer(1, stack.length);
  host.start(pointer(0, offset), stackEnd, end);
  return stackEnd;
}

/** Sets up an entry point of a Sierra class. */
export function setupSierra(host: RunHost, run: EntryPointRun): RunLayout {
  if (!isSubsequence(run.builtins, SIERRA_BUILTINS))
    throw new VmError(
      `Entry point uses unsupported builtins or an invalid builtin order: [${run.builtins.join(', ')}].`,
    );
  host.loadProgram(run.program);
  host.addSegment();
  const { builtins, pointers } = addBuiltinSegments(host, run.builtins);
  const readOnly: { segment: number; length: number }[] = [];
  const costs = addReadOnly(host, readOnly, builtinCosts(run.constants));
  const { length } = run.program.bytecode;
  host.set(pointer(0, length), RET);
  host.set(pointer(0, length + 1), costs);
  const syscallSegment = host.addSegment();
  const calldata = addReadOnly(host, readOnly, run.calldata);
  const calldataEnd = (calldata + run.calldata.length) as Pointer;
  const args = [...pointers, run.initialGas as Felt, pointer(syscallSegment, 0), calldata, calldataEnd];
  const initialFp = startRun(host, run.offset, args);
  return {
    run,
    builtins,
    syscallSegment,
    argumentCount: args.length,
    initialFp,
    programSize: length + EXTRA_CELLS,
    implicitCount: 0,
    readOnly,
  };
}
