import { type Felt, P } from '../../../felt/felt.ts';
import { bigEndian } from '../../../felt/hash.ts';
import { sha256 } from '../../../felt/plain/sha2.ts';
import { starkY } from '../../../felt/stark.ts';
import { readFelt, shiftPointer } from '../../cells.ts';
import type { Pointer } from '../../pointer.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const bytes32 = (value: bigint): number[] =>
  Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * (31 - i))) & 0xffn));

/** A pseudo-random point: x is the hash of a seed and a counter, which is increased until x is on the curve. */
function pointOfSeed(felts: readonly Felt[]): [bigint, bigint] {
  const seed = sha256(Uint8Array.from(felts.flatMap(bytes32)));
  for (let i = 0; i < 100; i++) {
    const x = bigEndian(sha256(Uint8Array.from([...seed.subarray(1), i, ...new Array<number>(9).fill(0)])));
    const y = starkY(x);
    if (y !== undefined) return [x % P, (seed[0]! & 1) === 1 ? -y : y];
  }
  throw new VmError('random_ec_point: Could not find a point on the curve.');
}

// Reads one by one, so that a huge count fails at the first unknown cell.
function range(ids: Ids, start: Pointer, count: number): Felt[] {
  const felts: Felt[] = [];
  for (let i = 0; i < count; i++) felts.push(readFelt(ids.host, shiftPointer(start, i)));
  return felts;
}

/** ec.cairo and signature.cairo. */
export const STARK_CURVE = {
  randomEcPoint(ids: Ids) {
    const p = [ids.member('p', 'x', 0), ids.member('p', 'y', 1)];
    const q = [ids.member('q', 'x', 0), ids.member('q', 'y', 1)];
    const [x, y] = pointOfSeed([...p, ids.felt('m'), ...q]);
    ids.set('s', x);
    ids.set('s', y, 1);
  },
  chainedEcOpPoint(ids: Ids) {
    const length = ids.felt('len');
    if (length === 0n || length >= 1n << 64n) throw new VmError(`Invalid value for len. Got: ${length}.`);
    const p = [ids.member('p', 'x', 0), ids.member('p', 'y', 1)];
    const count = Number(length);
    const seed = [...p, ...range(ids, ids.pointer('m'), count), ...range(ids, ids.pointer('q'), 2 * count)];
    const [x, y] = pointOfSeed(seed);
    ids.set('s', x);
    ids.set('s', y, 1);
  },
  recoverY(ids: Ids) {
    const x = ids.felt('x');
    ids.set('p', x);
    const y = starkY(x);
    if (y === undefined)
      throw new VmError(`recover_y: ${x} does not represent the x coordinate of a point on the curve.`);
    ids.set('p', y, 1);
  },
  addSignature: (ids) =>
    ids.host.addSignature(ids.pointer('ecdsa_ptr'), ids.felt('signature_r'), ids.felt('signature_s')),
} as const satisfies Record<string, Cairo0HintRun>;
