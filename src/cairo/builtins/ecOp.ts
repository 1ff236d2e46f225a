import { type Felt, formatFelt, P } from '../../felt/felt.ts';
import { isFelt } from '../cells.ts';
import { invertMod, mod } from '../modular.ts';
import { formatPointer, offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

const BETA = 0x6f21413efbe40de150e596d72f7a8c5609ad26c15c915c1f4cdfcb99cee9e89n;
type Point = readonly [Felt, Felt];

const onCurve = ([x, y]: Point): boolean => (y * y - (x * x * x + x + BETA)) % P === 0n;

/** A felt in the network's debug form. */
const debugFelt = (value: bigint): string => formatFelt(value as Felt);

/** The chord through two points with different x. */
function addPoints([x1, y1]: Point, [x2, y2]: Point): Point {
  const slope = (y2 - y1) * invertMod(x2 - x1, P)!;
  const x = mod(slope * slope - x1 - x2, P);
  return [x as Felt, mod(slope * (x1 - x) - y1, P) as Felt];
}

function doublePoint([x1, y1]: Point): Point {
  const slope = (3n * x1 * x1 + 1n) * invertMod(2n * y1, P)!;
  const x = mod(slope * slope - 2n * x1, P);
  return [x as Felt, mod(slope * (x1 - x) - y1, P) as Felt];
}

/** P + m·Q by double and add, which fails where two points share their x, as the prover's does. */
function ecOpResult(start: Point, step: Point, m: Felt): Point {
  let [sum, doubled] = [start, step];
  for (let rest: bigint = m; rest > 0n; rest >>= 1n) {
    if (sum[0] === doubled[0]) {
      const show = ([x, y]: Point) => `(${debugFelt(x)}, ${debugFelt(y)})`;
      throw new VmError(
        `Cannot apply EC operation: computation reached two points with the same x coordinate. \n\n    Attempting to compute P + m * Q where:\n\n    P = ${show(sum)} \n\n    m = ${m}\n\n    Q = ${show(doubled)}.`,
      );
    }
    if (rest & 1n) sum = addPoints(sum, doubled);
    doubled = doublePoint(doubled);
  }
  return sum;
}

/** [P.x, P.y, Q.x, Q.y, m] and the coordinates of P + m·Q. */
export const ecOp: Builtin = {
  name: 'ec_op',
  cellsPerInstance: 7,
  inputCells: 5,
  deduce(memory, address) {
    const index = offsetOf(address) % 7;
    if (index < 5) return undefined;
    const inputs: Felt[] = [];
    for (let i = 0; i < 5; i++) {
      const at = (address - index + i) as Pointer;
      const cell = memory.get(at);
      if (cell === undefined) return undefined;
      if (!isFelt(cell)) throw new VmError(`Expected integer at address ${formatPointer(at)}`);
      inputs.push(cell);
    }
    const points: [Point, Point] = [
      [inputs[0]!, inputs[1]!],
      [inputs[2]!, inputs[3]!],
    ];
    for (const point of points)
      if (!onCurve(point))
        throw new VmError(
          `EcOpBuiltin: point (${debugFelt(point[0])}, ${debugFelt(point[1])}) is not on the curve`,
        );
    return ecOpResult(points[0], points[1], inputs[4]!)[index - 5]!;
  },
};
