// Two contracts of the class `exerciser`, on each of the two machines, for tests of calls.
import type { Machine } from '../../../src/cairo/machine.ts';
import { PlainMachine } from '../../../src/cairo/plain/plainMachine.ts';
import { WasmMachine } from '../../../src/cairo/wasm/wasmMachine.ts';
import type { CallResult } from '../../../src/execution/callContext.ts';
import { formatSegment } from '../../../src/execution/errors/formatErrorStack.ts';
import { contractClass } from './contracts.ts';
import { TestWorld, type Value } from './harness.ts';

/** The addresses of the two contracts. */
export const A = 0xa;
export const B = 0xb;
/** The class of both, which is metered in gas, and the same code as a class that is metered in steps. */
export const GAS_CLASS = 0x6a5;
export const STEPS_CLASS = 0x57e95;

export const MACHINES: readonly [name: string, make: () => Machine][] = [
  ['the plain machine', () => new PlainMachine()],
  ['the WebAssembly machine', () => new WasmMachine()],
];

/** A state with both classes and both contracts. */
export function exerciserWorld(machine: Machine): TestWorld {
  const world = new TestWorld(machine);
  const inGas = contractClass('exerciser').runnable;
  world.declare(GAS_CLASS, inGas);
  world.declare(STEPS_CLASS, { ...inGas, sierraVersion: [1, 6, 0] });
  world.deploy(A, GAS_CLASS);
  world.deploy(B, GAS_CLASS);
  return world;
}

/** The calldata of a span. */
export const span = (...values: readonly Value[]): Value[] => [values.length, ...values];

/** The text of an error without the outermost frame. */
export const errorText = (result: CallResult): string =>
  result.kind === 'error' ? result.segments.map(formatSegment).join('\n') : `finished, failed: ${result.info.failed}`;
