// Compares hashes and curves with @scure/starknet and @noble in one run. Each pair is measured in interleaved rounds, under the same load.
import { secp256k1 as nobleK1 } from '@noble/curves/secp256k1.js';
import * as scure from '@scure/starknet';
import { VmInstance } from '../src/cairo/wasm/vmInstance.ts';
import { type Felt, P } from '../src/felt/felt.ts';
import { pedersen, pedersenKeys, poseidonMany, poseidonPermutation } from '../src/felt/hash.ts';
import { newKernel, sharedKernel } from '../src/felt/kernel.ts';
import { keyOf } from '../src/felt/key.ts';
import { multiplyPoint, secp256k1 } from '../src/felt/secp.ts';
import {
  ecOp,
  type StarkSignature,
  starkCurve,
  starkPublicKey,
  starkSign,
  starkVerify,
  startPoint,
} from '../src/felt/stark.ts';
import { kernelSum } from '../test/support/kernelSum.ts';
import { limitRow, type Row, ratioRow, scale, timeMs } from './harness.ts';

/** Milliseconds of processor time that some calls take, so that other processes do not count. */
function cpuMs(work: () => void, calls: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < calls; i++) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The best time of one call of each, over several interleaved rounds. */
function interleaved(ours: () => void, theirs: () => void, turns = 12): [number, number] {
  const sides = [ours, theirs].map((work) => {
    let calls = 1;
    while (cpuMs(work, calls) < 8) calls *= 2;
    return { work, calls, best: Number.POSITIVE_INFINITY };
  });
  for (let turn = 0; turn < turns; turn++)
    for (const side of sides) side.best = Math.min(side.best, cpuMs(side.work, side.calls) / side.calls);
  return [sides[0]!.best, sides[1]!.best];
}

export async function benchFelt(): Promise<Row[]> {
  const rows: Row[] = [];
  const row = (name: string, bar: number, ours: () => void, theirs: () => void, repeats = 1): void => {
    const [a, b] = interleaved(ours, theirs);
    rows.push(ratioRow(name, a / repeats, b / repeats, bar));
  };
  const kernel = sharedKernel();
  const area = kernel.reserve(1024);
  const words = new BigUint64Array(kernel.memory.buffer, area, 128);
  const write = (slot: number, value: bigint): number => {
    for (let i = 0; i < 4; i++) words[4 * slot + i] = value >> BigInt(64 * i);
    return area + 32 * slot;
  };
  const a = (P - 0x123456789abcdefn ** 3n) as Felt;
  const b = (P - 0xfedcba987654321n ** 4n) as Felt;

  const count = 1000;
  let product: bigint = a;
  const [x, y] = [write(0, a), write(1, b)];
  row(
    'Montgomery product, in the kernel / BigInt',
    10,
    () => kernel.montgomeryProducts(x, y, count),
    () => {
      for (let i = 0; i < count; i++) product = (product * b) % P;
    },
    count,
  );
  row(
    'Poseidon permutation, in the kernel',
    25,
    () => kernel.poseidonPermute(x),
    () => scure.poseidonSmall([a, b, a]),
  );
  row(
    'the same on bigints',
    0,
    () => poseidonPermutation([a, b, a]),
    () => scure.poseidonSmall([a, b, a]),
  );

  kernel.pedersenCache(0);
  // The kernel builds the large table with the 257th hash.
  for (let i = 0; i < 300; i++) kernel.pedersenHash(x, x, y);
  row(
    'Pedersen, in the kernel, uncached',
    70,
    () => kernel.pedersenHash(x, x, y),
    () => scure.pedersen(a, b),
  );
  row(
    'the same on bigints',
    0,
    () => pedersen(a, b),
    () => scure.pedersen(a, b),
  );
  kernel.pedersenCache(1);
  const [keyA, keyB] = [keyOf(a), keyOf(b)];
  row(
    'Pedersen of two keys, cached',
    70,
    () => pedersenKeys(keyA, keyB),
    () => scure.pedersen(a, b),
  );

  const key = 0x1234567890abcdefn as Felt;
  const hash = (a >> 2n) as Felt;
  const publicKey = starkPublicKey(key);
  const signature = starkSign(key, hash);
  const theirSignature = new scure.Signature(signature.r, signature.s);
  const theirKey = scure.getPublicKey(key.toString(16));
  const hashText = hash.toString(16).padStart(64, '0');
  row(
    'ECDSA verify',
    10,
    () => starkVerify(publicKey, hash, signature.r, signature.s),
    () => scure.verify(theirSignature, hashText, theirKey),
  );
  row(
    'ECDSA sign',
    0,
    () => starkSign(key, hash),
    () => scure.sign(hashText, key.toString(16)),
  );

  const q = scure.Point.BASE.multiply(77n);
  const point = q.toAffine();
  row(
    'ec_op',
    12,
    () => ecOp(starkCurve.generator, point, b),
    () => scure.Point.BASE.add(q.multiply(b % starkCurve.n)).toAffine(),
  );
  row(
    'the same compared with their variable-time product',
    0,
    () => ecOp(starkCurve.generator, point, b),
    () => scure.Point.BASE.add(q.multiplyUnsafe(b % starkCurve.n)).toAffine(),
  );
  row(
    'ec_op from the start point, a key',
    0,
    () => ecOp(startPoint, point, b),
    () => scure.Point.BASE.add(q.multiplyUnsafe(b % starkCurve.n)).toAffine(),
  );
  row("an account's check of a signature, prepared", 0, expectedCheck(key, hash, signature), () =>
    scure.verify(theirSignature, hashText, theirKey),
  );
  const onK1 = nobleK1.Point.BASE.multiply(77n);
  const affineK1 = onK1.toAffine();
  row(
    'secp256k1 multiple / @noble, variable time',
    0,
    () => multiplyPoint(secp256k1, affineK1, b),
    () => onK1.multiplyUnsafe(b).toAffine(),
  );

  const list = Array.from({ length: 20_000 }, (_, i) => (i % 3 ? BigInt(i) : a - BigInt(i)) as Felt);
  const [ours, theirs] = interleaved(
    () => poseidonMany(list),
    () => scure.poseidonHashMany(list),
    2,
  );
  rows.push(ratioRow('Poseidon of 20,000 bigints', ours, theirs, 25));

  const factor = scale();
  rows.push(limitRow('an instance of the kernel', timeMs(newKernel, { rounds: 3, minMs: 1 }), 5, factor));
  rows.push(limitRow('the first Pedersen of a warm instance', firstPedersenMs(), 5, factor));
  const memoryMb = newKernel().memory.buffer.byteLength / 2 ** 20;
  rows.push({
    name: 'memory of a new instance',
    ours: `${memoryMb} MB`,
    theirs: '',
    bar: '<= 4 MB',
    ok: memoryMb <= 4,
  });
  return rows;
}

/** Prepares a signature's check in a kernel that has learnt the key. */
function expectedCheck(key: Felt, hash: Felt, { r, s }: StarkSignature): () => void {
  const vm = new VmInstance();
  const point = multiplyPoint(starkCurve, starkCurve.generator, key);
  const expect = () => vm.expectSignature(keyOf(key), keyOf(hash), keyOf(r), keyOf(s));
  expect();
  for (let time = 0; time < 2; time++) kernelSum(vm, point, r);
  if (expect() === undefined) throw new Error('the check was not prepared');
  return expect;
}

function firstPedersenMs(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const kernel = newKernel();
    const area = kernel.reserve(64);
    const start = performance.now();
    kernel.pedersenHash(area, area, area + 32);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
