import { describe, expect, test } from 'vitest';
import { felt, smallRun } from '../../../test/support/cairo/smallRun.ts';
import { Random } from '../../../test/support/random.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { keccakF1600, pedersen, poseidonPermutation } from '../../felt/hash.ts';
import { addPoints, multiplyPoint } from '../../felt/secp.ts';
import { starkCurve, starkPublicKey, starkSign } from '../../felt/stark.ts';
import type { BuiltinName } from '../builtinNames.ts';
import { BUILTIN_NAMES } from '../builtinNames.ts';
import type { Cell } from '../machine.ts';
import { pointer } from '../pointer.ts';
import { BUILTINS, usedInstances } from './builtinTable.ts';

const SEGMENT = 2;

/** A run with one builtin whose first cells are written. */
function withCells(name: BuiltinName, cells: readonly Cell[]) {
  const run = smallRun({ words: [], builtins: [name] });
  cells.forEach((cell, i) => void run.set(pointer(SEGMENT, i), cell));
  return run;
}
const deduce = (name: BuiltinName, cells: readonly Cell[], offset: number) =>
  withCells(name, cells).deduceBuiltin(pointer(SEGMENT, offset));

describe('deduction', () => {
  const random = new Random(5);
  test('pedersen hashes its two inputs', () => {
    const [a, b] = [random.felt(), random.felt()];
    expect(deduce('pedersen', [a, b], 2)).toBe(pedersen(a, b));
    expect([deduce('pedersen', [a, b], 1), deduce('pedersen', [a], 2)]).toEqual([undefined, undefined]);
    expect(deduce('pedersen', [a, pointer(1, 1)], 2)).toBeUndefined();
  });

  test('poseidon permutes its three inputs', () => {
    const state = [random.felt(), random.felt(), random.felt()] as [Felt, Felt, Felt];
    const expected = poseidonPermutation(state);
    expect([3, 4, 5].map((i) => deduce('poseidon', state, i))).toEqual(expected);
    expect(() => deduce('poseidon', [felt(1), pointer(1, 1), felt(1)], 3)).toThrow(
      'poseidon_builtin: Expected integer at address 2:1',
    );
  });

  test('bitwise gives and, xor and or, up to 251 bits', () => {
    const [x, y] = [felt(random.bits(251)), felt(random.bits(251))];
    expect([2, 3, 4].map((i) => deduce('bitwise', [x, y], i))).toEqual([x & y, x ^ y, x | y]);
    expect(() => deduce('bitwise', [felt(2n ** 251n), y], 2)).toThrow(
      'Expected integer at address Relocatable { segment_index: 2, offset: 0 } to be smaller than 2^251, Got',
    );
  });

  test('ec_op adds a multiple of a point', () => {
    const p = multiplyPoint(starkCurve, starkCurve.generator, 1234567n);
    const q = multiplyPoint(starkCurve, starkCurve.generator, 7654321n);
    const m = felt(random.bits(200));
    const sum = addPoints(starkCurve, p, multiplyPoint(starkCurve, q, m));
    const inputs = [p.x, p.y, q.x, q.y, m] as Felt[];
    expect([deduce('ec_op', inputs, 5), deduce('ec_op', inputs, 6)]).toEqual([sum.x, sum.y]);
    expect(() => deduce('ec_op', [felt(1), felt(1), felt(1), felt(1), m], 5)).toThrow(
      'EcOpBuiltin: point (0x1, 0x1) is not on the curve',
    );
    expect(() => deduce('ec_op', [p.x, p.y, p.x, p.y, felt(1)] as Felt[], 5)).toThrow(
      'Cannot apply EC operation: computation reached two points with the same x coordinate.',
    );
  });

  test('keccak permutes eight words of 200 bits', () => {
    const words = Array.from({ length: 8 }, () => felt(random.bits(200)));
    const whole = words.reduceRight((sum: bigint, word) => (sum << 200n) | word, 0n);
    const state = Uint32Array.from({ length: 50 }, (_, i) => Number((whole >> BigInt(32 * i)) & 0xffff_ffffn));
    keccakF1600(state);
    const result = state.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
    const outputs = Array.from({ length: 8 }, (_, i) => deduce('keccak', words, 8 + i));
    expect(outputs).toEqual(Array.from({ length: 8 }, (_, i) => (result >> BigInt(200 * i)) & (2n ** 200n - 1n)));
  });
});

describe('validation', () => {
  test.each<[BuiltinName, bigint]>([
    ['range_check', 2n ** 128n],
    ['range_check96', 2n ** 96n],
  ])('%s accepts values below its bound', (name, bound) => {
    expect(() => withCells(name, [felt(bound - 1n), felt(0)])).not.toThrow();
    expect(() => withCells(name, [felt(bound)])).toThrow(
      `Range-check validation failed, number ${bound} is out of valid range [0, ${bound}]`,
    );
    expect(() => withCells(name, [pointer(1, 0)])).toThrow(
      'Range-check validation failed, encountered non-int value at address 2:0',
    );
  });

  test('ecdsa accepts a public key and a message for which a hint has given a signature', () => {
    const key = felt(0x1234567);
    const [publicKey, message] = [starkPublicKey(key), felt(99)];
    const { r, s } = starkSign(key, message);
    const signed = smallRun({ words: [], builtins: ['ecdsa'] });
    signed.addSignature(pointer(SEGMENT, 0), r, s);
    signed.set(pointer(SEGMENT, 0), publicKey);
    expect(() => signed.set(pointer(SEGMENT, 1), message)).not.toThrow();
    expect(() => withCells('ecdsa', [publicKey, message])).toThrow(
      'Signature hint is missing for ECDSA builtin at address 2:0.',
    );
    const wrong = smallRun({ words: [], builtins: ['ecdsa'] });
    wrong.addSignature(pointer(SEGMENT, 0), r, s);
    wrong.set(pointer(SEGMENT, 0), publicKey);
    expect(() => wrong.set(pointer(SEGMENT, 1), felt(98))).toThrow(`is invalid, with respect to the public key`);
    expect(() => wrong.addSignature(pointer(SEGMENT, 1), r, s)).toThrow('must point to the public key cell, not 2:1');
    expect(() => wrong.addSignature(pointer(1, 0), r, s)).toThrow(
      'must point to the signature builtin segment, not 1:0',
    );
  });

  /** One gate, with its values in one segment and its offsets in another. */
  function gate(name: 'add_mod' | 'mul_mod', p: bigint, a: bigint, b: bigint, c: bigint, n = 1) {
    const run = smallRun({ words: [], builtins: [name] });
    const [values, offsets] = [run.addSegment(), run.addSegment()];
    const limbs = (value: bigint) => [0n, 96n, 192n, 288n].map((at) => felt((value >> at) & (2n ** 96n - 1n)));
    [a, b, c].forEach((value, i) => {
      limbs(value).forEach((limb, j) => void run.set(pointer(values, 4 * i + j), limb));
      run.set(pointer(offsets, i), felt(4 * i));
    });
    [...limbs(p), pointer(values, 0), pointer(offsets, 0), felt(n)].forEach(
      (cell, i) => void run.set(pointer(SEGMENT, i), cell),
    );
    return () => BUILTINS[name].check!(run, SEGMENT);
  }
  test('the modulo builtins check their gates at the end of the run', () => {
    const p = 2n ** 255n - 19n;
    const [a, b] = [p - 5n, p - 7n];
    expect(gate('add_mod', p, a, b, (a + b) % p)).not.toThrow();
    expect(gate('mul_mod', p, a, b, 35n)).not.toThrow();
    expect(gate('mul_mod', p, a, b, 36n)).toThrow(
      `mul_mod_builtin: Expected a * b == c (mod p). Got: instance=0, batch=0, p=${p}, a=${a}, b=${b}, c=36.`,
    );
    expect(gate('add_mod', p, 1n, 2n, 4n)).toThrow('add_mod_builtin: Expected a + b == c (mod p).');
    expect(gate('add_mod', p, 1n, 2n, 3n, 0)).toThrow('add_mod_builtin: Expected n >= 1. Got: 0.');
    expect(gate('add_mod', p, 1n, 2n, 3n, 2)).toThrow(
      'add_mod_builtin: prev_inputs.n != batch_size Got: prev_inputs.n=2, batch_size=1',
    );
  });
});

test('the number of instances is the number of used cells divided by the cells of an instance, rounded up', () => {
  const counts = Object.fromEntries(BUILTIN_NAMES.map((name) => [name, usedInstances(name, 19)]));
  expect(counts).toEqual({
    output: 19,
    pedersen: 7,
    range_check: 19,
    ecdsa: 10,
    bitwise: 4,
    ec_op: 3,
    keccak: 2,
    poseidon: 4,
    segment_arena: 6,
    range_check96: 19,
    add_mod: 3,
    mul_mod: 3,
  });
  expect(usedInstances('segment_arena', 3)).toBe(0);
});

test('bitwise refuses felts of more than 251 bits', () => {
  expect(() => deduce('bitwise', [(P - 1n) as Felt, felt(0)], 2)).toThrow('smaller than 2^251');
});
