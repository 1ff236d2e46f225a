import { type Felt, formatFelt } from '../../felt/felt.ts';
import { ecOp as compute, type Point } from '../../felt/stark.ts';
import { isFelt } from '../cells.ts';
import { formatPointer, offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

/** A point in the network's debug form. */
const debugPoint = ({ x, y }: Point): string => `(${formatFelt(x as Felt)}, ${formatFelt(y as Felt)})`;

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
    const [px, py, qx, qy, m] = inputs as [Felt, Felt, Felt, Felt, Felt];
    const outcome = compute({ x: px, y: py }, { x: qx, y: qy }, m);
    switch (outcome.kind) {
      case 'point':
        return (index === 5 ? outcome.point.x : outcome.point.y) as Felt;
      case 'notOnCurve':
        throw new VmError(`EcOpBuiltin: point ${debugPoint(outcome.point)} is not on the curve`);
      case 'sameX':
        throw new VmError(
          `Cannot apply EC operation: computation reached two points with the same x coordinate. \n\n    Attempting to compute P + m * Q where:\n\n    P = ${debugPoint(outcome.partialSum)} \n\n    m = ${m}\n\n    Q = ${debugPoint(outcome.doubled)}.`,
        );
    }
  },
};
