import { addConst, type Cells, type Place, place, pointee, UnfitArgument, value, ZERO } from '../casm/cell.ts';
import { STEP } from '../prices.ts';
import { constantValues } from '../types/constants.ts';
import { constParts } from '../types/constTypes.ts';
import { indexArg, typeArg } from '../types/genericArgs.ts';
import { argsOf, demand, singleType } from '../types/specialization.ts';
import { isZero } from './arithmetic.ts';
import { retype } from './conversions.ts';
import {
  always,
  type Descriptor,
  type Family,
  type Invocation,
  type Libfunc,
  lazy,
  libfunc,
  move,
  plain,
  repeat,
  type Target,
  template,
} from './libfunc.ts';
import { single } from './memory.ts';
import { rule, signatureOf, straight } from './signature.ts';

/** Writes the address of data after the code: a call pushes its return address, and the distance to the data is added to it. */
export function writeAddress({ code, ap, relocate }: Invocation, called: Target, data: Target): Place {
  code.call(0);
  relocate(called);
  const address = place('ap', ap + 2);
  code.assert(
    address,
    { kind: 'deferred', operator: '+', register: 'ap', offset: ap + 1, right: value(1n) },
    ap + 2,
    true,
  );
  relocate(data);
  return address;
}

const unbox: Descriptor = ({ args, types }) => {
  const size = types.size(typeArg(args, 0));
  return move(([box]) => {
    const cell = plain(box![0]);
    return [Array.from({ length: size }, (_, i) => pointee(cell, i))];
  });
};

const intoBox = (size: number): Libfunc =>
  template(repeat('cell', size), (b, params) => {
    const cells = params as unknown as Place[];
    // An empty value needs no memory, so any address is valid.
    if (size === 0) return b.done(b.temp(1n));
    const address = b.temp();
    b.hint('AllocConstantSize', { size: BigInt(size) }, { dst: address });
    cells.forEach((cell, i) => {
      b.assert(cell, pointee(address, i));
    });
    b.done(address);
  });

/** A box of local cells is their address, relative to fp. A call to the end of the program pushes fp on the stack. */
const localIntoBox: Descriptor = always(
  single({ kind: 'known', change: 2 }, { kind: 'fixed', amount: 2 * STEP }, ({ code, ap, relocate }, [cells]) => {
    const first = cells![0];
    if (
      cells!.some(
        (cell, i) => cell.kind !== 'place' || cell.register !== 'fp' || cell.offset !== plain(first).offset + i,
      )
    )
      throw new UnfitArgument();
    code.call(0);
    relocate({ kind: 'end' });
    const frame = place('ap', ap);
    const outputs = [[first === undefined ? frame : addConst(frame, plain(first).offset)]];
    return [{ outputs, ap: ap + 2, jumps: [] }];
  }),
);

const constAsBox: Descriptor = ({ args }) => {
  const type = typeArg(args, 0);
  const segment = indexArg(args, 1);
  return single({ kind: 'known', change: 3 }, { kind: 'fixed', amount: 3 * STEP }, (invocation) => {
    const address = writeAddress(invocation, { kind: 'constSegment', segment }, { kind: 'constant', segment, type });
    return [{ outputs: [[address]], ap: invocation.ap + 3, jumps: [] }];
  });
};

const constAsImmediate: Descriptor = ({ args, types }) => {
  const type = typeArg(args, 0);
  // Computed when it is first used, since constants may be long and a program may declare many.
  let cells: Cells | undefined;
  return move(() => [(cells ??= constantValues(types, type).map((number) => value(number)))]);
};

/** Boxes, nullables and constants. */
export const boxLibfuncs: Family = {
  unbox: libfunc(
    rule('Box<T> -> + T', (context, type) => {
      context.types.info(type);
    }),
    unbox,
  ),
  into_box: libfunc('T -> + Box<T> $0', ({ args, types }) => lazy(() => intoBox(types.size(typeArg(args, 0))))),
  local_into_box: libfunc('T -> Box<T>', localIntoBox),
  box_forward_snapshot: libfunc('@Box<T> -> + Box<@T> =0', retype),
  null: libfunc('-> + Nullable<T>', always(move(() => [[ZERO]]))),
  nullable_from_box: libfunc('Box<T> -> + Nullable<T> =0', retype),
  nullable_forward_snapshot: libfunc('@Nullable<T> -> + Nullable<@T> =0', retype),
  match_nullable: libfunc('Nullable<T> -> + | + Box<T> =0', isZero),
  const_as_box: libfunc((context, args) => {
    const [{ type: constant }, { value: segment }] = argsOf(args, 'type', 'value');
    demand(segment >= 0n && segment < 1n << 32n);
    const { type } = constParts(context.types, constant);
    return signatureOf(context, '-> Box<T> $0', { T: type });
  }, constAsBox),
  const_as_immediate: libfunc((context, args) => {
    const { type } = constParts(context.types, singleType(args));
    return straight([], [{ type }]);
  }, constAsImmediate),
};
