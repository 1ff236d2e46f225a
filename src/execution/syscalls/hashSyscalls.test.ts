import { describe, expect, test } from 'vitest';
import { key, type Value } from '../../../test/support/calls/harness.ts';
import { type Outcome, SyscallBench } from '../../../test/support/calls/syscallBench.ts';
import type { Pointer } from '../../cairo/pointer.ts';
import { feltOfAscii } from '../../felt/felt.ts';
import { bigEndian, keccak256 } from '../../felt/hash.ts';
import { INFINITY, secp256k1, secp256r1 } from '../../felt/secp.ts';

const LOW = 2n ** 128n - 1n;
const u256 = (value: bigint): [bigint, bigint] => [value & LOW, value >> 128n];
const cellsOf = (outcome: Outcome) => {
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.cells;
};

describe('Keccak', () => {
  /** Pads a text as contracts do: 0x01, zeros, 0x80. */
  const padded = (text: string): bigint[] => {
    const bytes = [...new TextEncoder().encode(text), 1];
    while (bytes.length % 136 !== 0) bytes.push(0);
    bytes[bytes.length - 1]! |= 0x80;
    return Array.from({ length: bytes.length / 8 }, (_, i) =>
      bytes.slice(8 * i, 8 * i + 8).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
    );
  };

  test('is Keccak-256 of the padded input, with the bytes in reverse order', () => {
    for (const text of ['', 'hello', 'x'.repeat(200)]) {
      const bench = new SyscallBench();
      const words = padded(text);
      const rounds = words.length / 17;
      const outcome = bench.run('Keccak', [words], 1_000_000);
      const digest = bigEndian(keccak256(new TextEncoder().encode(text)).reverse());
      expect(outcome).toEqual({ kind: 'ok', gas: 1_000_000 - rounds * 165_137, cells: u256(digest) });
      expect(bench.frame.usages.get('Keccak')).toEqual({ count: rounds, felts: 0 });
    }
  });

  test('fails for a length that is not a multiple of 17 and for too little gas, and is then not counted', () => {
    const bench = new SyscallBench();
    expect(bench.run('Keccak', [[1, 2]], 50)).toEqual({
      kind: 'failed',
      gas: 50,
      reason: [feltOfAscii('Invalid input length')],
    });
    expect(bench.run('Keccak', [padded('')], 165_136)).toEqual({
      kind: 'failed',
      gas: 165_136,
      reason: [feltOfAscii('Out of gas')],
    });
    expect(bench.frame.usages.size).toBe(0);
    expect(bench.run('Keccak', [[]], 50)).toMatchObject({ kind: 'ok', gas: 50, cells: [0n, 0n] });
    expect(bench.frame.usages.get('Keccak')).toEqual({ count: 0, felts: 0 });
  });

  test('refuses words of more than 64 bits', () => {
    expect(new SyscallBench().run('Keccak', [[2n ** 64n]])).toEqual({
      kind: 'error',
      text: 'Invalid syscall input: 0x10000000000000000; Invalid input for the keccak syscall.',
    });
  });
});

describe('SHA-2', () => {
  const at = (bench: SyscallBench, values: readonly Value[]) => ({
    at: bench.world.machine.writeKeys(values.map(key)),
  });
  const INITIAL_256 = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const INITIAL_512 = [
    0x6a09e667f3bcc908n,
    0xbb67ae8584caa73bn,
    0x3c6ef372fe94f82bn,
    0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n,
    0x9b05688c2b3e6c1fn,
    0x1f83d9abfb41bd6bn,
    0x5be0cd19137e2179n,
  ];
  const ABC_256 = [0x61626380, ...Array<number>(14).fill(0), 24];
  const ABC_512 = [0x6162638000000000n, ...Array<bigint>(14).fill(0n), 24n];

  test('256 is one compression, and the states follow each other in one segment', () => {
    const bench = new SyscallBench();
    const run = () =>
      cellsOf(bench.run('Sha256ProcessBlock', [at(bench, INITIAL_256), at(bench, ABC_256)]))[0] as Pointer;
    const first = run();
    // SHA-256 of "abc" (FIPS 180-2, B.1).
    expect(bench.felts(first, 8).map((word) => word.toString(16))).toEqual(
      'ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad'.split(' '),
    );
    expect(run()).toBe(first + 8);
    expect(bench.run('Sha256ProcessBlock', [at(bench, INITIAL_256), at(bench, ABC_256)], 839_995)).toMatchObject({
      gas: 10_000,
    });
  });

  test('512 does the same with words of 64 bits', () => {
    const bench = new SyscallBench();
    const outcome = bench.run('Sha512ProcessBlock', [at(bench, INITIAL_512), at(bench, ABC_512)], 2_413_810);
    // SHA-512 of "abc" (FIPS 180-2, C.1).
    expect(outcome).toMatchObject({ kind: 'ok', gas: 10_000 });
    expect(bench.felts(cellsOf(outcome)[0]!, 8).slice(0, 2)).toEqual([0xddaf35a193617aban, 0xcc417349ae204131n]);
  });

  test('refuses words that are too large', () => {
    const bench = new SyscallBench();
    expect(
      bench.run('Sha256ProcessBlock', [at(bench, INITIAL_256), at(bench, [2 ** 32, ...ABC_256.slice(1)])]),
    ).toEqual({
      kind: 'error',
      text: 'Invalid syscall input: 0x100000000; A word of 32 bits was expected.',
    });
  });
});

describe.each([
  ['Secp256k1', secp256k1, { New: 46_950, Add: 42_030, Mul: 8_142_650, GetPointFromX: 40_500, GetXy: 20_470 }],
  ['Secp256r1', secp256r1, { New: 59_830, Add: 62_490, Mul: 13_510_870, GetPointFromX: 53_380, GetXy: 20_670 }],
] as const)('%s', (name, curve, costs) => {
  const { x, y } = curve.generator;
  const point = (bench: SyscallBench, px = x, py = y) => {
    const [flag, address] = cellsOf(bench.run(`${name}New`, [...u256(px), ...u256(py)]));
    expect(flag).toBe(0n);
    return { at: address as Pointer };
  };

  test('points are created, added, multiplied and read, and each operation is charged', () => {
    const bench = new SyscallBench();
    const gas = 20_000_000;
    const generator = point(bench);
    expect(bench.run(`${name}GetXy`, [generator], gas)).toEqual({
      kind: 'ok',
      gas: gas - costs.GetXy + 10_000,
      cells: [...u256(x), ...u256(y)],
    });
    const sum = bench.run(`${name}Add`, [generator, generator], gas);
    expect(sum).toMatchObject({ gas: gas - costs.Add + 10_000 });
    const double = bench.run(`${name}Mul`, [generator, 2, 0], gas);
    expect(double).toMatchObject({ gas: gas - costs.Mul + 10_000 });
    const coordinates = (outcome: Outcome) =>
      cellsOf(bench.run(`${name}GetXy`, [{ at: cellsOf(outcome)[0] as Pointer }]));
    expect(coordinates(sum)).toEqual(coordinates(double));
    // Points are six cells apart.
    expect(cellsOf(sum)[0]).toBe(generator.at + 6);
    const none = bench.run(`${name}Mul`, [generator, ...u256(curve.n)]);
    expect(coordinates(none)).toEqual([0n, 0n, 0n, 0n]);
  });

  test('a point may be infinity, must be on the curve and have coordinates below the prime', () => {
    const bench = new SyscallBench();
    point(bench, INFINITY.x, INFINITY.y);
    expect(bench.run(`${name}New`, [...u256(x), ...u256(y + 1n)], costs.New)).toEqual({
      kind: 'ok',
      gas: 10_000,
      cells: [1n, 0n],
    });
    expect(bench.run(`${name}New`, [...u256(curve.p), 0, 0])).toMatchObject({
      kind: 'failed',
      reason: [feltOfAscii('Invalid argument')],
    });
  });

  test('a point is computed from its x and the parity of its y', () => {
    for (const parity of [0, 1]) {
      const bench = new SyscallBench();
      const outcome = bench.run(`${name}GetPointFromX`, [...u256(x), parity], costs.GetPointFromX);
      expect(outcome).toMatchObject({ kind: 'ok', gas: 10_000 });
      const cells = cellsOf(bench.run(`${name}GetXy`, [{ at: cellsOf(outcome)[1] as Pointer }])) as readonly bigint[];
      const found = cells[2]! | (cells[3]! << 128n);
      expect(found).toBe((y & 1n) === BigInt(parity) ? y : curve.p - y);
    }
    expect(new SyscallBench().run(`${name}GetPointFromX`, [...u256(curve.p), 0])).toMatchObject({ kind: 'failed' });
    expect(new SyscallBench().run(`${name}GetPointFromX`, [...u256(x), 2])).toEqual({
      kind: 'error',
      text: 'Invalid syscall input: 0x2; Invalid y parity',
    });
  });

  test('an address without a point, a point of the other curve and a limb of 129 bits are errors', () => {
    const bench = new SyscallBench();
    const generator = point(bench);
    const segment = bench.segment(generator.at);
    const text = `Invalid syscall input: 0x${segment.toString(16)}; Invalid Secp point address`;
    expect(bench.run(`${name}GetXy`, [{ at: (generator.at + 1) as Pointer }])).toEqual({ kind: 'error', text });
    const other = new SyscallBench();
    const theirs = point(other);
    expect(other.run(name === 'Secp256k1' ? 'Secp256r1GetXy' : 'Secp256k1GetXy', [theirs])).toEqual({
      kind: 'error',
      text,
    });
    expect(new SyscallBench().run(`${name}New`, [2n ** 128n, 0, 0, 0])).toEqual({
      kind: 'error',
      text: `Out of range Felt ${2n ** 128n} is too big to convert to 'u128'.`,
    });
  });
});
