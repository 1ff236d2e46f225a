import { type FeltKey, keyOf } from '../../felt/key.ts';
import { type CellMemory, debugCell, isFelt, isPointer, readFelt, shiftPointer } from '../cells.ts';
import type { Cell } from '../machine.ts';
import { formatPointer, offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { RunHost } from './runHost.ts';

/** The last cells before ap. */
export function lastCells(memory: CellMemory, ap: Pointer, count: number): Cell[] {
  if (offsetOf(ap) < count)
    throw new VmError(`Failed to fetch ${count} return values, ap is only ${formatPointer(ap)}`);
  const start = (ap - count) as Pointer;
  const cells: Cell[] = [];
  for (let i = 0; i < count; i++) {
    const cell = memory.get((start + i) as Pointer);
    if (cell === undefined)
      throw new VmError(
        `Found a memory gap when calling get_continuous_range with base:${formatPointer(start)} and size: ${count}`,
      );
    cells.push(cell);
  }
  return cells;
}

/** The felts that a run returns. A huge size fails at the first unknown cell. */
export function readRetdata(host: RunHost, size: Cell, start: Cell): FeltKey[] {
  if (!isFelt(size)) throw new VmError(`Expected integer, found: Some(${debugCell(size)})`);
  if (size >= 1n << 64n) throw new VmError('out of range conversion regarding big integer attempted');
  if (!isPointer(start)) throw new VmError(`Cant convert felt: ${start} to Relocatable`);
  const count = Number(size);
  const fast = host.fastKeys(start, count);
  if (fast) return fast;
  const keys: FeltKey[] = [];
  for (let i = 0; i < count; i++) keys.push(keyOf(readFelt(host, shiftPointer(start, i))));
  return keys;
}
