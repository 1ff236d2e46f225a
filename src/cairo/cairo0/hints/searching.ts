import type { Felt } from '../../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../../felt/key.ts';
import { isFelt, readFelt, readPointer, shiftPointer, sizeOf } from '../../cells.ts';
import type { Cell } from '../../machine.ts';
import { formatPointer, type Pointer, pointer, segmentOf } from '../../pointer.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const elementSize = (ids: Ids): number => {
  const size = ids.felt('elm_size');
  if (size === 0n || size >= 1n << 64n)
    throw new VmError(
      `Assertion failed, 0 <= ids.a % PRIME < range_check_builtin.bound \n a = ${size} is out of range`,
    );
  return Number(size);
};

/** Whether two ranges contain the same cells, all of them known. */
const sameCells = (ids: Ids, a: Pointer, b: Pointer, count: number): boolean => {
  for (let i = 0; i < count; i++) {
    const [x, y]: (Cell | undefined)[] = [a, b].map((start) => ids.host.get(shiftPointer(start, i)));
    if (x !== y) return false;
  }
  return true;
};

/** find_element.cairo, set.cairo and usort.cairo. */
export const SEARCHING = {
  findElement(ids: Ids) {
    const key = ids.felt('key');
    const count = ids.felt('n_elms');
    const start = ids.pointer('array_ptr');
    const size = elementSize(ids);
    if (count >= 1n << 32n) throw new VmError(`Conversion to i32 failed for Felt252 ${count}`);
    for (let i = 0; i < Number(count); i++) {
      const found = ids.host.get(shiftPointer(start, size * i));
      if (found === undefined || !isFelt(found)) throw new VmError('Found Key is None');
      if (found === key) {
        ids.set('index', BigInt(i));
        return;
      }
    }
    throw new VmError(`find_element(): No value found for key: ${key}`);
  },
  searchSortedLower(ids: Ids) {
    const count = ids.felt('n_elms');
    const array = ids.address('array_ptr');
    const size = elementSize(ids);
    const key = ids.felt('key');
    const start = readPointer(ids.host, array);
    if (count >= 1n << 64n) throw new VmError('Found Key is None');
    for (let i = 0; i < Number(count); i++)
      if (readFelt(ids.host, shiftPointer(start, size * i)) >= key) {
        ids.set('index', BigInt(i));
        return;
      }
    ids.set('index', count);
  },
  setAdd(ids: Ids) {
    const start = ids.pointer('set_ptr');
    const size = sizeOf(ids.felt('elm_size'));
    const element = ids.pointer('elm_ptr');
    const end = ids.pointer('set_end_ptr');
    if (size === 0) throw new VmError('assert ids.elm_size > 0');
    if (start > end)
      throw new VmError(
        `Set's starting point ${formatPointer(start)} is bigger it's ending point ${formatPointer(end)}`,
      );
    if (segmentOf(start) !== segmentOf(end))
      throw new VmError(
        `Operation failed: ${formatPointer(end)} - ${formatPointer(start)}, can't subtract two relocatable values with different segment indexes`,
      );
    for (let i = 0; i * size < end - start; i++)
      if (sameCells(ids, element, shiftPointer(start, size * i), size)) {
        ids.set('index', BigInt(i));
        ids.set('is_elm_in_set', 1n);
        return;
      }
    ids.set('is_elm_in_set', 0n);
  },
  usortEnter: (ids) => ids.enterScope(),
  usort(ids: Ids) {
    const input = ids.pointer('input');
    const length = ids.felt('input_len');
    if (length >= 1n << 64n) throw new VmError("Couldn't convert BigInt to usize");
    const positions = new Map<FeltKey, number[]>();
    const sorted: Felt[] = [];
    for (let i = 0; i < Number(length); i++) {
      const value = readFelt(ids.host, shiftPointer(input, i));
      const known = positions.get(keyOf(value));
      if (known === undefined) {
        positions.set(keyOf(value), [i]);
        sorted.push(value);
      } else known.push(i);
    }
    sorted.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    ids.assign({ positions_dict: positions });
    const output = pointer(ids.host.addSegment(), 0);
    const multiplicities = pointer(ids.host.addSegment(), 0);
    ids.write(output, sorted);
    ids.write(
      multiplicities,
      sorted.map((value) => positions.get(keyOf(value))!.length),
    );
    ids.set('output_len', BigInt(sorted.length));
    ids.set('output', output);
    ids.set('multiplicities', multiplicities);
  },
  usortVerify(ids: Ids) {
    const all = ids.variable<Map<FeltKey, number[]>>('positions_dict');
    const key = keyOf(ids.felt('value'));
    const positions = all.get(key);
    if (positions === undefined) throw new VmError('unexpected usort fail: positions_dict or key value pair not found');
    all.delete(key);
    ids.assign({ positions: positions.reverse(), last_pos: 0 });
  },
  usortMultiplicityAssert(ids: Ids) {
    if (ids.variable<number[]>('positions').length > 0)
      throw new VmError('unexpected verify multiplicity fail: positions length != 0');
  },
  usortMultiplicity(ids: Ids) {
    const position = ids.variable<number[]>('positions').pop();
    if (position === undefined) throw new VmError("unexpected verify multiplicity fail: couldn't pop positions");
    ids.set('next_item_index', BigInt(position - ids.variable<number>('last_pos')));
    ids.assign({ last_pos: position + 1 });
  },
} as const satisfies Record<string, Cairo0HintRun>;
