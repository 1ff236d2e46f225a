import { BUILTINS, usedInstances } from '../builtins/builtinTable.ts';
import { isPointer, readPointer, shiftPointer } from '../cells.ts';
import type { Cell, FinishedRun } from '../machine.ts';
import { formatPointer, offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { checkSecure, endRun } from './endOfRun.ts';
import { countResources } from './resources.ts';
import { lastCells, readRetdata } from './returnValues.ts';
import type { RunHost, RunLayout } from './runHost.ts';

/** Ends a run of a Cairo 0 class. `syscallEnd` is the executor's own syscall pointer. */
export function finishCairo0(host: RunHost, layout: RunLayout, syscallEnd: Pointer): FinishedRun {
  endRun(host, layout);
  checkSecure(host, layout);
  host.markAccessed(shiftPointer(layout.initialFp, -(layout.argumentCount + 2)), layout.argumentCount);
  for (const { segment, length } of layout.readOnly) host.markAccessed(pointer(segment, 0), length);
  const [size, start] = lastCells(host, host.ap, 2) as [Cell, Cell];
  validate(host, layout, shiftPointer(host.ap, -2), syscallEnd);
  const resources = countResources(host, layout);
  return { resources, retdata: readRetdata(host, size, start), failed: false, gasLeft: 0n, leastGas: 0 };
}

const invalid = (what: string): VmError => new VmError(`Validation failed: ${what}.`);

/** Checks that the returned implicit arguments match what the run has written. */
function validate(host: RunHost, layout: RunLayout, implicitEnd: Pointer, syscallEnd: Pointer): void {
  let at = implicitEnd;
  for (const builtin of layout.builtins.toReversed()) at = checkStopPointer(host, builtin, at);
  const implicitStart = shiftPointer(at, -1);
  if (shiftPointer(implicitStart, layout.implicitCount) !== implicitEnd) throw invalid("Implicit arguments' segments");
  const returned = readPointer(host, implicitStart);
  if (returned !== pointer(layout.syscallSegment, host.segmentSize(layout.syscallSegment)))
    throw invalid('Syscall segment size');
  if (returned !== syscallEnd) throw invalid('Syscall segment end');
  for (const { segment, length } of layout.readOnly)
    if (host.segmentSize(segment) !== length) throw invalid('Read-only segments');
}

/** Checks that the returned pointer of a builtin is the end of its used cells. */
function checkStopPointer(host: RunHost, { name, segment }: RunLayout['builtins'][number], at: Pointer): Pointer {
  const stop = offsetOf(at) > 0 ? host.get((at - 1) as Pointer) : undefined;
  if (stop === undefined || !isPointer(stop)) throw new VmError(`No stop pointer found for builtin ${name}_builtin`);
  if (segmentOf(stop) !== segment)
    throw new VmError(
      `Invalid stop pointer for ${name}_builtin: Stop pointer has value ${formatPointer(stop)} but builtin segment is ${segment}`,
    );
  const used = usedInstances(name, host.segmentSize(segment)) * BUILTINS[name].cellsPerInstance;
  if (offsetOf(stop) !== used)
    throw new VmError(
      `Invalid stop pointer for ${name}_builtin. Expected: ${segment}:${used}, found: ${formatPointer(stop)}`,
    );
  return (at - 1) as Pointer;
}
