import { formatCell } from '../../../src/cairo/cells.ts';
import type { EntryPointRun, Machine } from '../../../src/cairo/machine.ts';
import { formatPointer, type Pointer, pointer } from '../../../src/cairo/pointer.ts';
import { formatTraceback } from '../../../src/cairo/traceback.ts';
import { VmError } from '../../../src/cairo/vmError.ts';
import { feltOf } from '../../../src/felt/key.ts';
import { Random } from '../random.ts';
import { answerCairo0Syscall } from './mockCairo0Syscalls.ts';
import { answerSyscall } from './mockSyscalls.ts';

/** Everything observable of a run. Two machines must give the same record. */
export interface RunRecord {
  readonly outcome: 'returned' | 'panicked' | 'failed' | 'refused' | 'cut';
  readonly log: readonly string[];
  readonly memory: readonly string[];
}

export interface RunOptions {
  readonly seed: number;
  /** The number of steps per call of `run`. The result must not depend on it. */
  readonly slice?: number;
  readonly maxSteps?: number;
  readonly maxSyscalls?: number;
}

const describeError = (error: VmError): string =>
  `${formatTraceback(error)}\n${error.message}${error.inHint ? ' (hint)' : ''}`;

/** Every known cell, one line for each segment. */
function dumpMemory(machine: Machine): string[] {
  const count = machine.addSegment();
  return Array.from({ length: count }, (_, segment) => {
    const cells: string[] = [];
    const size = machine.segmentSize(segment);
    for (let i = 0; i < size; i++) {
      const cell = machine.get(pointer(segment, i));
      cells.push(cell === undefined ? '_' : formatCell(cell));
    }
    return cells.join(' ');
  });
}

/** Runs an entry point to its end with mocked system calls, and records what happens. */
export function record(machine: Machine, entry: EntryPointRun, options: RunOptions): RunRecord {
  const { seed, slice = 10_000, maxSteps = 200_000, maxSyscalls = 200 } = options;
  const log: string[] = [];
  machine.takePrints();
  const world = { random: new Random(seed), storage: new Map() };
  let syscallEnd: Pointer;
  try {
    syscallEnd = machine.begin(entry);
  } catch (error) {
    if (!(error instanceof VmError)) throw error;
    return { outcome: 'refused', log: [error.message], memory: [] };
  }
  const allocation = () => {
    const { pc, fp } = machine.lastAllocation ?? {};
    return pc === undefined || fp === undefined ? 'no allocation' : `${formatPointer(pc)} in ${formatPointer(fp)}`;
  };
  const registers = () =>
    `${allocation()} pc=${formatPointer(machine.pc)} ap=${formatPointer(machine.ap)} fp=${formatPointer(machine.fp)} steps=${machine.steps}`;
  // The response may conflict with what the program has already written. Then the text of the error is recorded.
  const answer = (request: Pointer): string | undefined => {
    try {
      const reply = entry.program.kind === 'casm' ? answerSyscall : answerCairo0Syscall;
      const { name, next } = reply(world, machine, request);
      syscallEnd = next;
      log.push(`${name} ${registers()}`);
      return undefined;
    } catch (error) {
      if (error instanceof VmError) return error.message;
      throw error;
    }
  };
  for (let syscalls = 0; ; ) {
    const stop = machine.run(Math.min(slice, maxSteps - machine.steps));
    if (stop.kind === 'budget' && machine.steps < maxSteps) continue;
    if (stop.kind === 'syscall' && ++syscalls <= maxSyscalls) {
      const refused = answer(stop.pointer);
      if (refused === undefined) continue;
      log.push(refused, registers());
      const memory = dumpMemory(machine);
      machine.abandon();
      return { outcome: 'refused', log, memory };
    }
    log.push(registers());
    const memory = dumpMemory(machine);
    if (stop.kind === 'end') {
      const result = machine.finish(syscallEnd);
      if (result instanceof VmError) return { outcome: 'failed', log: [...log, describeError(result)], memory };
      log.push(
        JSON.stringify(result.resources),
        `gas ${result.gasLeft}, at least ${result.leastGas}`,
        result.retdata.map(feltOf).join(' '),
      );
      log.push(...machine.takePrints().map(({ felts }) => `print ${felts.map(feltOf).join(' ')}`));
      return { outcome: result.failed ? 'panicked' : 'returned', log, memory };
    }
    // A failed run is charged only for its steps, so machines may differ in the cells that it accessed.
    const { steps, builtins } = machine.abandon();
    log.push(JSON.stringify({ steps, builtins }));
    if (stop.kind === 'error') return { outcome: 'failed', log: [...log, describeError(stop.error)], memory };
    return { outcome: 'cut', log: [...log, stop.kind], memory };
  }
}
