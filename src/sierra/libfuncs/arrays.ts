import type { Buffer } from '../casm/builder.ts';
import type { Place } from '../casm/cell.ts';
import { typeArg } from '../types/genericArgs.ts';
import { type Family, type Libfunc, lazy, repeat, type Specialization, template } from './libfunc.ts';

const cellsOf = ({ args, types }: Specialization): number => types.size(typeArg(args, 0));

const create = (): Libfunc =>
  template([], (b) => {
    const start = b.temp();
    b.hint('AllocSegment', {}, { dst: start });
    b.advance(1);
    b.done([start, start]);
  });

const append = (size: number): Libfunc =>
  template(['buffer', 'buffer', ...repeat('cell', size)], (b, params) => {
    const [start, end, ...element] = params as [Buffer, Buffer, ...Place[]];
    b.push(end, ...element);
    b.done([start, end]);
  });

/** Takes `size` cells off the front or the back; the array is empty or holds at least these. */
const pop = (size: number, end: 'front' | 'back', ifEmpty: 'keep' | 'consume'): Libfunc =>
  template(['cell', 'cell'], (b, [first, last]) => {
    b.jumpIf(b.temp(b.sub(last, first)), 'NotEmpty');
    b.jump('Empty');
    b.label('NotEmpty');
    if (end === 'front') b.done([b.add(first, BigInt(size)), last], first);
    else {
      const element = b.sub(last, BigInt(size));
      b.done([first, element], element);
    }
    if (ifEmpty === 'keep') b.exit('Empty', [first, last]);
    else b.exit('Empty');
  });

const get = (size: number): Libfunc =>
  template(['rangeCheck', 'cell', 'cell', 'any'], (b, [rc, first, last, index]) => {
    const length = b.temp(b.sub(last, first));
    const offset = b.maybeTemp(b.mul(index, BigInt(size)));
    const inside = b.temp();
    b.hint('TestLessThan', { lhs: offset, rhs: length }, { dst: inside });
    b.jumpIf(inside, 'Inside');
    b.push(rc, b.temp(b.sub(offset, length)));
    b.jump('Outside');
    b.label('Inside');
    const after = b.temp(b.add(offset, 1n));
    b.push(rc, b.temp(b.sub(length, after)));
    b.done(rc, b.add(first, offset));
    b.exit('Outside', rc);
  });

const slice = (size: number): Libfunc =>
  template(['rangeCheck', 'cell', 'cell', 'cell', 'any'], (b, [rc, first, last, start, count]) => {
    const length = b.temp(b.sub(last, first));
    const end = b.temp(b.add(start, count));
    const endCell = b.maybeTemp(b.mul(end, BigInt(size)));
    const inside = b.temp();
    b.hint('TestLessThanOrEqual', { lhs: endCell, rhs: length }, { dst: inside });
    b.jumpIf(inside, 'Inside');
    const beyond = b.temp(b.add(length, 1n));
    b.push(rc, b.temp(b.sub(endCell, beyond)));
    b.jump('Outside');
    b.label('Inside');
    b.push(rc, b.temp(b.sub(length, endCell)));
    const startCell = b.maybeTemp(b.mul(start, BigInt(size)));
    b.done(rc, [b.add(first, startCell), b.add(first, endCell)]);
    b.exit('Outside', rc);
  });

const length = (size: number): Libfunc =>
  template(['cell', 'cell'], (b, [first, last]) => {
    const cells = b.sub(last, first);
    b.done(size === 1 ? cells : b.div(b.temp(cells), BigInt(size)));
  });

/** Takes as many cells as a tuple has off either end, if there are so many. */
const multiPop = (size: number, end: 'front' | 'back'): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, first, last]) => {
    const cells = BigInt(size);
    const enough = b.temp();
    b.hint('TestLessThanOrEqualAddress', { lhs: b.add(first, cells), rhs: last }, { dst: enough });
    b.jumpIf(enough, 'Enough');
    const lack = b.temp(b.sub(first, last));
    b.push(rc, b.temp(b.add(lack, cells - 1n)));
    b.jump('TooFew');
    b.label('Enough');
    const rest = b.temp();
    if (end === 'front') {
      const next = b.temp(b.add(first, cells));
      b.assert(rest, b.sub(last, next));
      b.push(rc, rest);
      b.done(rc, [next, last], first);
    } else {
      const next = b.temp(b.sub(last, cells));
      b.assert(rest, b.sub(next, first));
      b.push(rc, rest);
      b.done(rc, [first, next], next);
    }
    b.exit('TooFew', rc, [first, last]);
  });

const spanFromTuple = (size: number): Libfunc =>
  template(['cell'], (b, [box]) => b.done([box, b.add(box, BigInt(size))]));

const tupleFromSpan = (size: number): Libfunc =>
  template(['cell', 'cell'], (b, [first, last]) => {
    const cells = b.temp(b.sub(last, first));
    b.jumpIf(b.temp(b.sub(cells, BigInt(size))), 'Other');
    b.done(first);
    b.exit('Other');
  });

/** Arrays and spans. */
export const arrayLibfuncs: Family = {
  array_new: create,
  array_append: (of) => lazy(() => append(cellsOf(of))),
  array_pop_front: (of) => pop(cellsOf(of), 'front', 'keep'),
  array_pop_front_consume: (of) => pop(cellsOf(of), 'front', 'consume'),
  array_snapshot_pop_front: (of) => pop(cellsOf(of), 'front', 'keep'),
  array_snapshot_pop_back: (of) => pop(cellsOf(of), 'back', 'keep'),
  array_get: (of) => get(cellsOf(of)),
  array_slice: (of) => slice(cellsOf(of)),
  array_len: (of) => length(cellsOf(of)),
  array_snapshot_multi_pop_front: (of) => multiPop(cellsOf(of), 'front'),
  array_snapshot_multi_pop_back: (of) => multiPop(cellsOf(of), 'back'),
  span_from_tuple: (of) => spanFromTuple(cellsOf(of)),
  tuple_from_span: (of) => tupleFromSpan(cellsOf(of)),
};
