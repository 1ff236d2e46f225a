import { type Pointer, segmentOf } from '../../cairo/pointer.ts';
import { feltOfAscii } from '../../felt/felt.ts';
import { feltOf, keyOf, keyOfNumber, ZERO_KEY } from '../../felt/key.ts';
import { addPoints, type Curve, isOnCurve, multiplyPoint, type Point, pointFromX } from '../../felt/secp.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import { SyscallError } from '../calls/callError.ts';
import { SecpPoints } from './secpPoints.ts';
import { invalidInput, type SyscallHandler, type SyscallIo } from './syscallIo.ts';

const INVALID_ARGUMENT = keyOf(feltOfAscii('Invalid argument'));
const ONE_KEY = keyOfNumber(1);

type Operation = 'New' | 'Add' | 'Mul' | 'GetPointFromX' | 'GetXy';

/** The system calls of one curve. `name` is the curve's name in their selectors. */
export function secpSyscalls(
  curve: Curve,
  name: 'Secp256k1' | 'Secp256r1',
): Readonly<Record<Operation, SyscallHandler>> {
  const charge = (io: SyscallIo, operation: Operation) => io.charge(`${name}${operation}` satisfies SyscallName);

  return {
    New(io) {
      const x = u256(io);
      const y = u256(io);
      if (!charge(io, 'New')) return undefined;
      if (x >= curve.p || y >= curve.p) io.fail([INVALID_ARGUMENT]);
      else answerOptional(io, curve, isOnCurve(curve, { x, y }) ? { x, y } : undefined);
    },
    GetPointFromX(io) {
      const x = u256(io);
      const odd = io.boolean('Invalid y parity');
      if (!charge(io, 'GetPointFromX')) return undefined;
      if (x >= curve.p) io.fail([INVALID_ARGUMENT]);
      else answerOptional(io, curve, pointFromX(curve, x, odd));
    },
    Add(io) {
      const left = io.pointer();
      const right = io.pointer();
      if (!charge(io, 'Add')) return undefined;
      answerPoint(io, curve, addPoints(curve, pointAt(io, curve, left), pointAt(io, curve, right)));
    },
    Mul(io) {
      const point = io.pointer();
      const scalar = u256(io);
      if (!charge(io, 'Mul')) return undefined;
      answerPoint(io, curve, multiplyPoint(curve, pointAt(io, curve, point), scalar));
    },
    GetXy(io) {
      const address = io.pointer();
      if (!charge(io, 'GetXy')) return undefined;
      const { x, y } = pointAt(io, curve, address);
      io.succeed();
      io.writeU256(x);
      io.writeU256(y);
    },
  };
}

function u256(io: SyscallIo): bigint {
  const low = u128(io);
  return low | (u128(io) << 128n);
}

function u128(io: SyscallIo): bigint {
  const value = feltOf(io.key());
  if (value >> 128n) throw new SyscallError(`Out of range Felt ${value} is too big to convert to 'u128'.`);
  return value;
}

function pointAt(io: SyscallIo, curve: Curve, address: Pointer): Point {
  const point = io.frame.points?.at(curve, address);
  if (!point) throw invalidInput(keyOfNumber(segmentOf(address)), 'Invalid Secp point address');
  return point;
}

const storePoint = (io: SyscallIo, curve: Curve, point: Point): Pointer =>
  (io.frame.points ??= new SecpPoints(io.machine)).add(curve, point);

function answerPoint(io: SyscallIo, curve: Curve, point: Point): void {
  const address = storePoint(io, curve, point);
  io.succeed();
  io.writePointer(address);
}

/** Responds with an optional point. */
function answerOptional(io: SyscallIo, curve: Curve, point: Point | undefined): void {
  const address = point && storePoint(io, curve, point);
  io.succeed();
  if (address === undefined) {
    io.writeKey(ONE_KEY);
    io.writeKey(ZERO_KEY);
  } else {
    io.writeKey(ZERO_KEY);
    io.writePointer(address);
  }
}
