import type { Buffer } from '../casm/buffer.ts';
import type { Place } from '../casm/cell.ts';
import { typeArg } from '../types/genericArgs.ts';
import { demand, singleType } from '../types/specialization.ts';
import { type Family, type Libfunc, lazy, libfunc, repeat, type Specialization, template } from './libfunc.ts';
import { type Context, type SignatureRule, signatureOf } from './signature.ts';

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

/** Pops an element of `size` cells from the front or the back, if the array is not empty. */
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

/** Pops as many cells as a tuple has from either end, if the array has enough. */
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

/** The common type of all members of a tuple. */
function memberOf(context: Context, tuple: number): number {
  const members = context.types.parts(tuple, 'Struct');
  demand(
    !context.types.info(tuple).zeroSized && members.length > 0 && members.every((member) => member === members[0]),
  );
  return members[0]!;
}

/** The signature of a libfunc of a tuple T whose members all have the type M. */
const ofTuple = (text: string): SignatureRule => {
  return (context, args) => {
    const tuple = singleType(args);
    return signatureOf(context, text, { T: tuple, M: memberOf(context, tuple) });
  };
};

/** Arrays and spans. */
export const arrayLibfuncs: Family = {
  array_new: libfunc('-> Array<T>', create),
  array_append: libfunc('Array<T>, T -> + Array<T>', (spec) => lazy(() => append(cellsOf(spec)))),
  array_pop_front: libfunc('Array<T> -> Array<T>, Box<T> | Array<T> =0', (spec) => pop(cellsOf(spec), 'front', 'keep')),
  array_pop_front_consume: libfunc('Array<T> -> Array<T>, Box<T> |', (spec) => pop(cellsOf(spec), 'front', 'consume')),
  array_snapshot_pop_front: libfunc('@Array<T> -> @Array<T>, Box<@T> | @Array<T> =0', (spec) =>
    pop(cellsOf(spec), 'front', 'keep'),
  ),
  array_snapshot_pop_back: libfunc('@Array<T> -> @Array<T>, Box<@T> | @Array<T> =0', (spec) =>
    pop(cellsOf(spec), 'back', 'keep'),
  ),
  array_get: libfunc('RangeCheck, @Array<T>, u32 -> RangeCheck, Box<@T> | RangeCheck', (spec) => get(cellsOf(spec))),
  array_slice: libfunc('RangeCheck, @Array<T>, u32, u32 -> RangeCheck, @Array<T> | RangeCheck', (spec) =>
    slice(cellsOf(spec)),
  ),
  array_len: libfunc('@Array<T> -> u32', (spec) => length(cellsOf(spec))),
  array_snapshot_multi_pop_front: libfunc(
    ofTuple('RangeCheck, @Array<M> -> RangeCheck, @Array<M>, @Box<T> | RangeCheck, @Array<M> =1'),
    (spec) => multiPop(cellsOf(spec), 'front'),
  ),
  array_snapshot_multi_pop_back: libfunc(
    ofTuple('RangeCheck, @Array<M> -> RangeCheck, @Array<M>, @Box<T> $0 | RangeCheck, @Array<M> =1'),
    (spec) => multiPop(cellsOf(spec), 'back'),
  ),
  span_from_tuple: libfunc(ofTuple('Box<@T> -> + @Array<M>'), (spec) => spanFromTuple(cellsOf(spec))),
  tuple_from_span: libfunc(ofTuple('@Array<M> -> @Box<T> |'), (spec) => tupleFromSpan(cellsOf(spec))),
};
