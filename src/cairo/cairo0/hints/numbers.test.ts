import { describe, expect, test } from 'vitest';
import { apCell, idsWith, member, runHint } from '../../../../test/support/cairo/cairo0Ids.ts';
import { felt } from '../../../../test/support/cairo/smallRun.ts';
import { Random } from '../../../../test/support/random.ts';
import { type Felt, P, reduce } from '../../../felt/felt.ts';
import { mod } from '../../../felt/plain/modular.ts';
import { secp256k1 } from '../../../felt/secp.ts';
import type { Cell } from '../../machine.ts';
import { pointer } from '../../pointer.ts';
import type { Cairo0HintName } from '../cairo0HintTable.ts';
import type { Ids } from '../ids.ts';

const random = new Random(23);
const _ = undefined;

describe('math', () => {
  const flag = (name: Cairo0HintName, variables: Record<string, Cell[]>) => apCell(runHint(name, idsWith(variables)));
  test('comparisons write 1 or 0', () => {
    expect(flag('isNn', { a: [felt(2n ** 128n - 1n)] })).toBe(0n);
    expect(flag('isNn', { a: [felt(2n ** 128n)] })).toBe(1n);
    expect(flag('isNnOutOfRange', { a: [(P - 1n) as Felt] })).toBe(0n);
    expect(flag('isLeFelt', { a: [felt(3)], b: [felt(3)] })).toBe(0n);
    expect(flag('isLeFelt', { a: [felt(4)], b: [felt(3)] })).toBe(1n);
    expect(runHint('isPositive', idsWith({ value: [(P - 5n) as Felt], is_positive: [_] })).felt('is_positive')).toBe(
      0n,
    );
  });

  test.each<[Cairo0HintName, Record<string, (Cell | undefined)[]>, string]>([
    ['assertNn', { a: [felt(2n ** 128n)] }, 'Assertion failed, 0 <= ids.a % PRIME < range_check_builtin.bound'],
    ['assertNotZero', { value: [felt(0)] }, 'Assertion failed, 0 % 0x80000000000001100000000000000'],
    ['assertNotEqual', { a: [felt(5)], b: [felt(5)] }, 'assert_not_equal failed: 5 =  5'],
    ['assertNotEqual', { a: [felt(5)], b: [pointer(1, 0)] }, 'cant compare a relocatable to an integer value'],
    ['assertLeFeltOld', { a: [felt(5)], b: [felt(4)] }, 'Assertion failed, 5, is not less or equal to 4'],
    ['assertLtFelt', { a: [felt(4)], b: [felt(4)] }, 'a = 4 % PRIME is not less than b = 4 % PRIME'],
    ['splitIntAssertRange', { value: [felt(1)] }, 'split_int(): value is out of range'],
    ['unsignedDivRem', { value: [felt(7)], div: [felt(0)], q: [_], r: [_] }, 'Div out of range: 0 < 0 <='],
    ['sqrt', { value: [felt(2n ** 250n + 1n)], root: [_] }, 'is outside of the range [0, 2**250)'],
    ['isNn', { b: [felt(1)] }, 'Unknown identifier a'],
    ['isNn', { a: [pointer(1, 0)] }, 'Expected ids.a to be an Integer value'],
    ['exitScope', {}, 'Cannot exit main scope.'],
  ])('%s refuses (%#)', (name, variables, text) => {
    expect(() => runHint(name, idsWith(variables))).toThrow(text);
  });

  test('the results of divisions, roots and splits satisfy their equations', () => {
    for (let i = 0; i < 30; i++) {
      const value = random.felt();
      const div = felt(random.bits(100) + 1n);
      const unsigned = runHint('unsignedDivRem', idsWith({ value: [value], div: [div], q: [_], r: [_] }));
      expect(unsigned.felt('q') * div + unsigned.felt('r')).toBe(value);
      const small = random.bits(120) - 2n ** 119n;
      const signed = runHint(
        'signedDivRem',
        idsWith({ value: [reduce(small)], div: [felt(1000)], bound: [felt(2n ** 127n)], r: [_], biased_q: [_] }),
      );
      expect((signed.felt('biased_q') - 2n ** 127n) * 1000n + signed.felt('r')).toBe(small);
      const root = runHint('sqrt', idsWith({ value: [felt(random.bits(240))], root: [_] }));
      expect(root.felt('root') ** 2n <= root.felt('value')).toBe(true);
      const halves = runHint(
        'splitFelt',
        idsWith({ value: [value], high: [_], low: [_] }, { MAX_HIGH: (P - 1n) >> 128n, MAX_LOW: 0n }),
      );
      expect(halves.felt('high') * 2n ** 128n + halves.felt('low')).toBe(value);
      const y = runHint('isQuadResidue', idsWith({ x: [value], y: [_] })).felt('y');
      expect([mod(y * y, P), mod(3n * y * y, P)]).toContain(value);
    }
  });

  test('assert_le_felt writes the two short arcs', () => {
    const [third, half] = [0x2aaaaaaaaaaaab05555555555555556n, 0x4000000000000088000000000000001n];
    const [a, b] = [felt(10), felt(P / 3n)];
    const ids = idsWith(
      { a: [a], b: [b], range_check_ptr: [pointer(2, 0)] },
      { PRIME_OVER_3_HIGH: third, PRIME_OVER_2_HIGH: half },
    );
    runHint('assertLeFelt', ids);
    const parts = [0, 1, 2, 3].map((i) => ids.host.get(pointer(2, i)) as bigint);
    expect([parts[0]! + parts[1]! * third, parts[2]! + parts[3]! * half]).toEqual([10n, b - 10n]);
    expect(() => runHint('assertLeExcluded2', ids)).not.toThrow();
    expect([apCell(runHint('assertLeExcluded1', ids))]).toEqual([1n]);
  });
});

describe('uint256', () => {
  const wide = (value: bigint) => [felt(value % 2n ** 128n), felt(value >> 128n)];
  const read = (ids: Ids, name: string) => ids.member(name, 'low', 0) + (ids.member(name, 'high', 1) << 128n);
  test('carries, differences, quotients and roots are right', () => {
    for (let i = 0; i < 30; i++) {
      const [a, b, d] = [random.bits(256), random.bits(256), random.bits(200) + 1n];
      const add = runHint('uint256Add', idsWith({ a: wide(a), b: wide(b), carry_low: [_], carry_high: [_] }));
      expect(add.felt('carry_high')).toBe((a + b) >> 256n);
      expect(read(runHint('uint256Sub', idsWith({ a: wide(a), b: wide(b), res: [_, _] })), 'res')).toBe(
        BigInt.asUintN(256, a - b),
      );
      const div = runHint('uint256DivRem', idsWith({ a: wide(a), div: wide(d), quotient: [_, _], remainder: [_, _] }));
      expect(read(div, 'quotient') * d + read(div, 'remainder')).toBe(a);
      const product = runHint(
        'uint256MulDivMod',
        idsWith({
          a: wide(a),
          b: wide(b),
          div: wide(d),
          quotient_low: [_, _],
          quotient_high: [_, _],
          remainder: [_, _],
        }),
      );
      const quotient = read(product, 'quotient_low') + (read(product, 'quotient_high') << 256n);
      expect(quotient * d + read(product, 'remainder')).toBe(a * b);
      const root = read(runHint('uint256Sqrt', idsWith({ n: wide(a), root: [_, _] })), 'root');
      expect(root * root <= a && (root + 1n) ** 2n > a).toBe(true);
    }
    expect(apCell(runHint('uint256SignedNn', idsWith({ a: wide(2n ** 255n) })))).toBe(0n);
    expect(runHint('split64', idsWith({ a: [felt(2n ** 70n + 9n)], low: [_], high: [_] })).felt('high')).toBe(64n);
  });
});

describe('wide fields', () => {
  const limbs = (value: bigint, count: number) =>
    Array.from({ length: count }, (_, i) => felt(BigInt.asUintN(128, value >> BigInt(128 * i))));
  const join = (ids: Ids, name: string, count: number) =>
    Array.from({ length: count }, (_, i) => (member(ids, name, i) as bigint) << BigInt(128 * i)).reduce(
      (a, b) => a + b,
    );
  const blank = (count: number) => new Array<undefined>(count).fill(undefined);
  const { p } = secp256k1;

  test('quotients, differences and roots of 384 to 768 bits are right', () => {
    const [a, d] = [random.bits(384), random.bits(300) + 1n];
    const small = idsWith({ a: limbs(a, 3), div: limbs(d, 3), quotient: blank(3), remainder: blank(3) });
    runHint('uint384DivRem', small);
    expect(join(small, 'quotient', 3) * d + join(small, 'remainder', 3)).toBe(a);
    const wide = random.bits(768);
    const big = idsWith({ a: limbs(wide, 6), div: limbs(d, 3), quotient: blank(6), remainder: blank(3) });
    runHint('uint768DivRem', big);
    expect(join(big, 'quotient', 6) * d + join(big, 'remainder', 3)).toBe(wide);
    const root = join(runHint('uint384Sqrt', idsWith({ a: limbs(a, 3), root: blank(3) })), 'root', 3);
    expect(root * root <= a && (root + 1n) ** 2n > a).toBe(true);
    const difference = idsWith({ a: limbs(3n, 3), b: limbs(5n, 3), p: limbs(p, 3), res: blank(3) });
    expect(join(runHint('subReduced', difference), 'res', 3)).toBe(p - 2n);
    const sum = idsWith(
      { a: limbs(2n ** 384n - 1n, 3), b: limbs(1n, 3), carry_d0: [_], carry_d1: [_], carry_d2: [_] },
      { SHIFT: 2n ** 128n },
    );
    runHint('uint384Add', sum);
    expect(['carry_d0', 'carry_d1', 'carry_d2'].map((name) => sum.felt(name))).toEqual([1n, 1n, 1n]);
  });

  test('inverses and square roots in a field are right', () => {
    const b = random.bits(250) + 1n;
    const inverse = runHint('uint256Invert', idsWith({ b: limbs(b, 2), p: limbs(p, 2), b_inverse_mod_p: blank(2) }));
    expect(mod(join(inverse, 'b_inverse_mod_p', 2) * b, p)).toBe(1n);
    const rootsOf = (modulus: bigint) =>
      idsWith({
        generator: limbs(3n, 2),
        x: limbs(b, 2),
        p: limbs(modulus, 2),
        success_x: [_],
        success_gx: [_],
        sqrt_x: blank(2),
        sqrt_gx: blank(2),
      });
    const roots = runHint('uint256SquareRoots', rootsOf(p));
    expect(roots.felt('success_x') + roots.felt('success_gx')).toBe(1n);
    const [x, gx] = [join(roots, 'sqrt_x', 2), join(roots, 'sqrt_gx', 2)];
    expect(mod(x * x + gx * gx, p)).toBe(roots.felt('success_x') === 1n ? mod(b, p) : mod(3n * b, p));
    // The search for a root would not end modulo a number that is not prime.
    expect(() => runHint('uint256SquareRoots', rootsOf(2n ** 255n - 1n))).toThrow(
      'Failed to calculate the square root',
    );
    const ed = 2n ** 255n - 19n;
    const square = mod(b * b, ed);
    const even = join(runHint('squareRootEd25519', idsWith({ xx: limbs(square, 2), x: blank(2) })), 'x', 2);
    expect([mod(even * even, ed), even % 2n]).toEqual([square, 0n]);
  });

  test('products and quotients of limbs of 86 bits are right', () => {
    const parts = (value: bigint, count = 3) =>
      Array.from({ length: count }, (_, i) => felt(BigInt.asUintN(86, value >> BigInt(86 * i))));
    const [a, b] = [random.bits(250), random.bits(250)];
    const ids = idsWith({ a: parts(a), b: parts(b), m: parts(p) });
    runHint('ecRecoverProduct', ids);
    const rest = ids.variable<bigint>('value');
    runHint('ecRecoverQuotient', ids);
    expect(ids.variable<bigint>('value') * p + rest).toBe(a * b);
    const wide = random.bits(400);
    const division = idsWith({ P: parts(p), x: parts(wide, 5), y: parts(b), flag: [_] });
    runHint('bigIntDivMod', division);
    expect(mod(division.variable<bigint>('res') * b - wide, p)).toBe(0n);
    runHint('bigIntSafeDiv', division);
    const k = division.variable<bigint>('k');
    expect([k * p, division.felt('flag')]).toEqual([division.variable<bigint>('res') * b - wide, k > 0n ? 1n : 0n]);
  });
});

describe('other curves', () => {
  const limbs = (value: bigint) => [0n, 86n, 172n].map((by) => felt(BigInt.asUintN(86, value >> by)));
  const { p, n, generator: g } = secp256k1;
  test('slopes and sums of points are right', () => {
    const ids = idsWith({ point: [...limbs(g.x), ...limbs(g.y)], slope: [_, _, _], res: [_, _, _] });
    runHint('doubleSlope', ids);
    const slope = ids.variable<bigint>('slope');
    expect(mod(slope * 2n * g.y - 3n * g.x * g.x, p)).toBe(0n);
    limbs(slope).forEach((limb, i) => void ids.set('slope', limb, i));
    runHint('doubleX', ids);
    runHint('doubleY', ids);
    const [x, y] = [ids.variable<bigint>('new_x'), ids.variable<bigint>('new_y')];
    expect(mod(y * y - x ** 3n - 7n, p)).toBe(0n);
    runHint('nondetBigInt3', ids);
    expect([0, 1, 2].reduce((sum, i) => sum + ((member(ids, 'res', i) as bigint) << BigInt(86 * i)), 0n)).toBe(y);
  });

  test('divisions modulo the order and proofs of zero are right', () => {
    const [a, b] = [random.bits(250), random.bits(250)];
    const ids = idsWith({ a: limbs(a), b: limbs(b) });
    runHint('divModN', ids);
    expect(mod(ids.variable<bigint>('value') * b - a, n)).toBe(0n);
    runHint('divModNSafe', ids);
    expect(ids.variable<bigint>('value') * n).toBe(ids.variable<bigint>('res') * b - a);
    const zero = runHint('verifyZero', idsWith({ val: limbs(p), q: [_] }));
    expect(zero.felt('q')).toBe(1n);
    expect(() => runHint('verifyZero', idsWith({ val: limbs(p + 1n), q: [_] }))).toThrow('verify_zero: Invalid input');
  });

  test('a point of the Stark curve is recovered from its x', () => {
    const ids = runHint('recoverY', idsWith({ x: [felt(1)], p: [_, _] }));
    const y = member(ids, 'p', 1) as bigint;
    expect(mod(y * y, P)).toBe(3141592653589793238462643383279502884197169399375105820974944592307816406667n);
    const endless = idsWith({ len: [felt(2n ** 40n)], p: [felt(1), felt(2)], m: [pointer(1, 0)], q: [pointer(1, 0)] });
    expect(() => runHint('chainedEcOpPoint', endless)).toThrow('Expected integer at address 1:3');
    const made = runHint(
      'randomEcPoint',
      idsWith({ p: [felt(1), felt(2)], m: [felt(3)], q: [felt(4), felt(5)], s: [_, _] }),
    );
    const [sx, sy] = [member(made, 's', 0) as bigint, member(made, 's', 1) as bigint];
    expect(mod(sy * sy - sx ** 3n - sx, P)).toBe(
      3141592653589793238462643383279502884197169399375105820974944592307816406665n,
    );
  });
});
