import { isFelt, readPointer, shiftPointer, subCells } from '../cells.ts';
import { MAX_SEGMENT_CELLS, SEGMENT_FULL } from '../limits.ts';
import type { Cell, FinishedRun } from '../machine.ts';
import { formatPointer, offsetOf, pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { checkSecure, endRun } from './endOfRun.ts';
import { countResources } from './resources.ts';
import { lastCells, readRetdata } from './returnValues.ts';
import type { RunHost, RunLayout } from './runHost.ts';
import { EXTRA_CELLS } from './sierraSetup.ts';

/** Ends a run of a Sierra class: checks it, counts its resources and reads its return values. Throws a VmError like the network. */
export function finishSierra(host: RunHost, layout: RunLayout): FinishedRun {
  endRun(host, layout);
  const sizes = fillRangeCheck96(host, layout);
  checkSecure(host, layout);
  // The Starknet OS accesses these cells, so they are not holes.
  host.markAccessed(pointer(0, layout.programSize - EXTRA_CELLS), EXTRA_CELLS);
  host.markAccessed(shiftPointer(layout.initialFp, -(layout.argumentCount + 2)), layout.argumentCount);
  for (const { segment, length } of layout.readOnly) host.markAccessed(pointer(segment, 0), length);
  const result = callResult(host, layout);
  return { resources: countResources(host, layout, sizes), ...result };
}

const malformed = (text: string): VmError => new VmError(`Malformed return data : ${text}.`);

function callResult(host: RunHost, layout: RunLayout): Omit<FinishedRun, 'resources'> {
  const [gas, , flag, start, end] = lastCells(host, host.ap, 5) as [Cell, Cell, Cell, Cell, Cell];
  if (flag !== 0n && flag !== 1n) throw malformed('Failure flag expected to be either 0 or 1.');
  const size = subCells(end, start);
  if (!isFelt(gas)) throw malformed('Error extracting return data.');
  const { initialGas, constants } = layout.run;
  if (gas >= 1n << 64n || gas > initialGas + BigInt(constants.entryPointInitialBudget))
    throw malformed(`Unexpected remaining gas: ${gas}.`);
  return { failed: flag === 1n, retdata: readRetdata(host, size, start), gasLeft: gas, leastGas: host.leastGas };
}

/** Fills the holes that circuits leave in the range_check96 segment, up to the pointer that the entry point returns. */
function fillRangeCheck96(host: RunHost, layout: RunLayout): Map<number, number> {
  const sizes = new Map<number, number>();
  const fromEnd = layout.builtins.toReversed().findIndex(({ name }) => name === 'range_check96');
  if (fromEnd < 0) return sizes;
  const { segment } = layout.builtins.at(-1 - fromEnd)!;
  const stop = readPointer(host, shiftPointer(host.ap, -(6 + fromEnd)));
  if (segmentOf(stop) !== segment)
    throw new VmError(
      `Invalid stop pointer for range_check96_builtin: Stop pointer has value ${formatPointer(stop)} but builtin segment is ${segment}`,
    );
  if (offsetOf(stop) > MAX_SEGMENT_CELLS) throw new VmError(SEGMENT_FULL);
  host.fillZeros(segment, offsetOf(stop));
  return sizes.set(segment, offsetOf(stop));
}
