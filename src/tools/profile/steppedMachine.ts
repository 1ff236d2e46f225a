import type { EntryPointRun, Machine, RunResources, Stop } from '../../cairo/machine.ts';
import { offsetOf, type Pointer, segmentOf } from '../../cairo/pointer.ts';
import { VmError } from '../../cairo/vmError.ts';

/** The registers before each step of a run, one after the other: pc, ap, fp. */
export interface StepLog {
  readonly run: EntryPointRun;
  readonly registers: number[];
  /** Where the request of the last system call is. */
  request: Pointer | undefined;
  /** What the run used, once it has ended. */
  resources: RunResources | undefined;
}

/** Thrown when an execution has more steps than a trace can have. */
export class TooManySteps extends Error {}

/**
 * A machine that logs the registers of each step. `log` is the log of the innermost run.
 * COST: every step is a call into the kernel, about a microsecond.
 */
export function steppedMachine(
  machine: Machine,
  maxSteps: number,
): { readonly stepped: Machine; readonly log: () => StepLog | undefined } {
  const logs: StepLog[] = [];
  let left = maxSteps;
  const run = (budget: number): Stop => {
    const log = logs.at(-1)!;
    for (let i = 0; i < budget; i++) {
      const [steps, pc, ap, fp] = [machine.steps, machine.pc, machine.ap, machine.fp];
      const stop = machine.run(1);
      // A run that stops at a system call has taken its step.
      if (machine.steps > steps) {
        if (left-- <= 0) throw new TooManySteps();
        log.registers.push(...relocated(log.run, pc, ap, fp));
      }
      if (stop.kind === 'syscall') log.request = stop.pointer;
      if (stop.kind !== 'budget') return stop;
    }
    return { kind: 'budget' };
  };
  const own: Partial<Machine> = {
    run,
    begin: (entry) => {
      const pointer = machine.begin(entry);
      logs.push({ run: entry, registers: [], request: undefined, resources: undefined });
      return pointer;
    },
    finish: (end) => {
      const finished = machine.finish(end);
      const log = logs.pop()!;
      if (!(finished instanceof VmError)) log.resources = finished.resources;
      return finished;
    },
    abandon: () => (logs.pop()!.resources = machine.abandon()),
  };
  const stepped = new Proxy(machine, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name as keyof Machine];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
  return { stepped, log: () => logs.at(-1) };
}

/** Addresses in one memory that begins at 1: first the program, then the segment of the stack. */
function relocated({ program }: EntryPointRun, pc: Pointer, ap: Pointer, fp: Pointer): readonly number[] {
  const stack = 1 + program.bytecode.length;
  return [segmentOf(pc) === 0 ? 1 + offsetOf(pc) : stack, stack + offsetOf(ap), stack + offsetOf(fp)];
}
