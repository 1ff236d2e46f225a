import type { Builder } from '../casm/builder.ts';
import { type Place, pointee, ZERO } from '../casm/cell.ts';
import { proveSplit } from './arithmetic.ts';
import { type Family, type Libfunc, libfunc, template } from './libfunc.ts';
import { BETA, HALF, U128, wideSplit } from './numbers.ts';
import { uses } from './tokens.ts';

/** Computes the terms of x^3 + x + beta in the given cells; the caller adds them. */
function curveTerms(b: Builder, x: Place, [square, cube, linear]: readonly [Place, Place, Place]): void {
  b.assert(square, b.mul(x, x));
  b.assert(cube, b.mul(square, x));
  b.assert(linear, b.add(x, BETA));
}

const tryNew = (): Libfunc =>
  template(['cell', 'cell'], (b, [x, y]) => {
    const [left, right, square, cube, linear] = b.temps(5);
    b.assert(left, b.mul(y, y));
    curveTerms(b, x, [square, cube, linear]);
    b.assert(right, b.add(cube, linear));
    b.jumpIf(b.temp(b.sub(left, right)), 'NotOnCurve');
    b.done([x, y]);
    b.exit('NotOnCurve');
  });

const fromX = (): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, x]) => {
    const [right, square, cube, linear] = b.temps(4);
    curveTerms(b, x, [square, cube, linear]);
    b.assert(right, b.add(cube, linear));
    const y = b.temp();
    b.hint('FieldSqrt', { val: right }, { sqrt: y });
    const left = b.temp();
    b.assert(left, b.mul(y, y));
    b.jumpIf(b.temp(b.sub(left, right)), 'NotSquare');
    b.jump('OnCurve');
    // 3 is not a square, so 3 times the right side is a square exactly if the right side is not.
    b.label('NotSquare');
    b.assert(left, b.mul(right, 3n));
    b.jump('NotOnCurve');
    b.label('OnCurve');
    // The result is the smaller of the two roots.
    const [splitX, splitY, product, fixed] = b.temps(4);
    const split = wideSplit(HALF);
    proveSplit(b, split, y, splitX, splitY, product);
    b.push(rc, splitX, splitY);
    b.assert(fixed, b.add(splitY, U128 - split.rest));
    b.push(rc, fixed);
    b.done(rc, [x, y]);
    b.exit('NotOnCurve', rc);
  });

const isZero = (): Libfunc =>
  template(['cell', 'cell'], (b, [x, y]) => {
    b.jumpIf(y, 'NotZero');
    b.done();
    b.exit('NotZero', [x, y]);
  });

const negate = (): Libfunc => template(['cell', 'cell'], (b, [x, y]) => b.done([x, b.mul(y, -1n)]));

/** A state starts at a random point, which is subtracted at the end. */
const stateInit = (): Libfunc =>
  template([], (b) => {
    const [ySquare, square, cube, linear, x, y, pointer] = b.temps(7);
    b.hint('RandomEcPoint', {}, { x, y });
    b.hint('AllocConstantSize', { size: 2n }, { dst: pointer });
    b.assert(x, pointee(pointer, 0));
    b.assert(y, pointee(pointer, 1));
    b.assert(ySquare, b.mul(y, y));
    curveTerms(b, x, [square, cube, linear]);
    b.assert(ySquare, b.add(cube, linear));
    b.done([x, y, pointer]);
  });

/** The sum of (x, y) and a point with x = `otherX`, from the numerator and denominator of the slope. */
function addPoints(
  b: Builder,
  x: Place,
  y: Place,
  otherX: Place,
  numerator: Place,
  denominator: Place,
): [Place, Place] {
  const slope = b.temp(b.div(numerator, denominator));
  const slopeSquare = b.temp(b.mul(slope, slope));
  const sum = b.temp(b.add(x, otherX));
  const [xGap, scaled, resultX, resultY] = b.temps(4);
  b.assert(resultX, b.sub(slopeSquare, sum));
  b.assert(xGap, b.sub(x, resultX));
  b.assert(scaled, b.mul(slope, xGap));
  b.assert(resultY, b.sub(scaled, y));
  return [resultX, resultY];
}

const stateAdd = (): Libfunc =>
  template(['cell', 'cell', 'cell', 'cell', 'cell'], (b, [stateX, stateY, pointer, x, y]) => {
    const denominator = b.temp(b.sub(x, stateX));
    b.jumpIf(denominator, 'Different');
    b.fail();
    b.label('Different');
    const numerator = b.temp(b.sub(y, stateY));
    b.done([...addPoints(b, x, y, stateX, numerator, denominator), pointer]);
  });

const stateFinalize = (): Libfunc =>
  template(['cell', 'cell', 'cell'], (b, [x, y, pointer]) => {
    const randomX = b.temp(pointee(pointer, 0));
    const randomY = b.temp(pointee(pointer, 1));
    const denominator = b.temp(b.sub(x, randomX));
    b.jumpIf(denominator, 'Different');
    b.assert(y, randomY);
    b.jump('Infinity');
    b.label('Different');
    const numerator = b.temp(b.add(y, randomY));
    b.done(addPoints(b, x, y, randomX, numerator, denominator));
    b.exit('Infinity');
  });

const addMul = (): Libfunc =>
  template(
    ['buffer', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell'],
    (b, [builtin, stateX, stateY, pointer, scalar, x, y]) => {
      b.push(builtin, stateX, stateY, x, y, scalar);
      const sum = [b.next(builtin), b.next(builtin)];
      b.done(builtin, [...sum, pointer]);
    },
    { tokens: uses({ EcOp: 1 }) },
  );

/** The Stark curve. */
export const curveLibfuncs: Family = {
  ec_point_zero: libfunc('-> + EcPoint', () => template([], (b) => b.done([ZERO, ZERO]))),
  ec_point_try_new_nz: libfunc('felt252, felt252 -> NonZero<EcPoint> |', tryNew),
  ec_point_from_x_nz: libfunc('RangeCheck, felt252 -> RangeCheck, NonZero<EcPoint> | RangeCheck', fromX),
  ec_point_unwrap: libfunc('NonZero<EcPoint> -> + felt252, felt252', () =>
    template(['cell', 'cell'], (b, [x, y]) => b.done(x, y)),
  ),
  ec_point_is_zero: libfunc('EcPoint -> + | + NonZero<EcPoint> =0', isZero),
  ec_neg: libfunc('EcPoint -> + EcPoint', negate),
  ec_neg_nz: libfunc('NonZero<EcPoint> -> + NonZero<EcPoint>', negate),
  ec_state_init: libfunc('-> EcState $0', stateInit),
  ec_state_add: libfunc('EcState, NonZero<EcPoint> -> EcState', stateAdd),
  ec_state_try_finalize_nz: libfunc('EcState -> NonZero<EcPoint> $0 |', stateFinalize),
  ec_state_add_mul: libfunc('EcOp, EcState, felt252, NonZero<EcPoint> -> + EcOp, EcState', addMul),
};
