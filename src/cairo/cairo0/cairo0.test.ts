import { describe, expect, test } from 'vitest';
import { encode, push, RET } from '../../../test/cairo/encode.ts';
import { Random } from '../../../test/cairo/random.ts';
import { at, felt, smallRun } from '../../../test/cairo/smallRun.ts';
import { type Felt, P, reduce } from '../../felt/felt.ts';
import { keccak256 } from '../../felt/hash.ts';
import { keyOf } from '../../felt/key.ts';
import { mod } from '../../felt/plain/modular.ts';
import { sha256 } from '../../felt/plain/sha2.ts';
import { secp256k1 } from '../../felt/secp.ts';
import type { Cell } from '../machine.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import { type Pointer, pointer } from '../pointer.ts';
import { formatTraceback } from '../traceback.ts';
import { VmError } from '../vmError.ts';
import { nameOfHint } from './hintHashes.ts';
import { Ids } from './ids.ts';
import { loadCairo0 } from './loadCairo0.ts';
import { evaluate, parseReference } from './reference.ts';
import { CAIRO0_HINTS, type Cairo0HintName } from './table.ts';

const TRACKING = { group: 0, offset: 0 };
const random = new Random(23);

/** Variables at fixed places of a stack: `name: cells` from left to right; unknown cells are undefined. */
function idsWith(
  variables: Readonly<Record<string, readonly (Cell | undefined)[]>>,
  constants: Readonly<Record<string, bigint>> = {},
) {
  const run = smallRun({ words: [], builtins: ['range_check', 'ecdsa'] });
  const references = new Map();
  let offset = 0;
  for (const [name, cells] of Object.entries(variables)) {
    references.set(name, {
      expression: parseReference(`[cast(fp + ${offset}, felt*)]`),
      apTracking: TRACKING,
    });
    cells.forEach((cell, i) => {
      if (cell !== undefined) run.set(at(offset + i), cell);
    });
    offset += cells.length;
  }
  run.start(pointer(0, 0), at(0), pointer(0, 0));
  run.ap = at(offset + 50);
  return new Ids(run, references, TRACKING, (name) => constants[name] as Felt | undefined);
}

const runHint = (name: Cairo0HintName, ids: Ids): Ids => {
  CAIRO0_HINTS[name](ids);
  return ids;
};
const apCell = (ids: Ids): Cell | undefined => ids.host.get(ids.host.ap);
const member = (ids: Ids, name: string, offset: number) => ids.host.get((ids.address(name) + offset) as Pointer);
const _ = undefined;

describe('references', () => {
  test.each([
    ['[cast(fp + (-3), felt*)]', 7n],
    ['cast(fp + (-3), felt*)', at(1)],
    ['cast([fp + (-3)] + 2, felt)', 9n],
    ['[cast([fp + (-2)] + 1, felt*)]', 7n],
    ['cast([fp + (-3)] * 3 - 1, felt)', 20n],
    ['[cast([[fp + (-1)] + (-1)] + 1, (a: felt, b: felt)*)]', 7n],
    ['cast(5, felt)', 5n],
    ['cast(ap - 1, felt*)', at(1)],
  ])('%s', (text, expected) => {
    // fp - 3 holds 7; fp - 2 points at its own cell before; fp - 1 points behind that.
    const run = smallRun({ words: [], stack: [felt(0), felt(7), at(0), at(3)] });
    expect(evaluate(run, parseReference(text), TRACKING, { group: 0, offset: 2 })).toEqual(expected);
  });

  test('ap of another group is unknown, and nonsense is refused', () => {
    const run = smallRun({ words: [], stack: [felt(0)] });
    expect(evaluate(run, parseReference('cast(ap, felt*)'), TRACKING, { group: 1, offset: 0 })).toBeUndefined();
    expect(() => parseReference('[cast(fp, felt*)')).toThrow('cannot be read');
    expect(() => parseReference('fp fp')).toThrow('cannot be read');
  });
});

describe('math', () => {
  const flag = (name: Cairo0HintName, variables: Record<string, Cell[]>) => apCell(runHint(name, idsWith(variables)));
  test('comparisons', () => {
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

  test('divisions, roots and splits hold their equations', () => {
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
  test('carries, differences, quotients and roots', () => {
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

describe('memory and scopes', () => {
  test('memcpy counts down in a scope of its own', () => {
    const ids = idsWith({ len: [felt(2)], continue_copying: [_] });
    runHint('memcpyEnter', ids);
    runHint('memcpyContinue', ids);
    expect(ids.felt('continue_copying')).toBe(1n);
    expect(ids.host.scope.variables.length).toBe(2);
    runHint('exitScope', ids);
    expect(ids.host.scope.variables.length).toBe(1);
  });

  test('segments, temporary ones and their relocation', () => {
    const ids = idsWith({ temporary_array: [_], src_ptr: [_], dest_ptr: [_] });
    runHint('addSegment', ids);
    expect(apCell(ids)).toBe(pointer(4, 0));
    runHint('temporaryArray', ids);
    const temporary = ids.pointer('temporary_array');
    expect(temporary).toBe(pointer(-1, 0));
    ids.host.set((temporary + 1) as Pointer, felt(77));
    ids.set('src_ptr', temporary);
    ids.set('dest_ptr', pointer(4, 5));
    runHint('relocateSegment', ids);
    const run = ids.host as ReturnType<typeof smallRun>;
    run.relocate();
    expect([run.get(pointer(4, 6)), run.firstTemporaryAddress()]).toEqual([77n, undefined]);
    expect(() => runHint('relocateSegment', idsWith({ src_ptr: [pointer(1, 0)], dest_ptr: [pointer(1, 0)] }))).toThrow(
      'Memory addresses must be in a TemporarySegment, segment: 1',
    );
  });
});

describe('dictionaries', () => {
  test('reads, writes and updates follow the pointer; squashing walks the accesses', () => {
    const ids = idsWith({ default_value: [felt(5)] });
    runHint('defaultDictNew', ids);
    const start = apCell(ids) as Pointer;
    const scope = ids.host.scope;
    const step = (name: Cairo0HintName, variables: Record<string, (Cell | undefined)[]>) => {
      const next = idsWith(variables);
      Object.assign(next.host, { scope });
      return runHint(name, next);
    };
    expect(step('dictRead', { key: [felt(1)], dict_ptr: [start], value: [_] }).felt('value')).toBe(5n);
    const second = (start + 3) as Pointer;
    const write = idsWith({ key: [felt(1)], new_value: [felt(9)], dict_ptr: [second] });
    Object.assign(write.host, { scope });
    while (write.host.addSegment() < 5);
    runHint('dictWrite', write);
    expect(write.host.get((second + 1) as Pointer)).toBe(5n);
    const third = (second + 3) as Pointer;
    step('dictUpdate', { key: [felt(1)], prev_value: [felt(9)], new_value: [felt(10)], dict_ptr: [third] });
    expect(() => step('dictRead', { key: [felt(1)], dict_ptr: [start], value: [_] })).toThrow(
      'Wrong dict pointer supplied.',
    );
    const last = (third + 3) as Pointer;
    expect(step('dictRead', { key: [felt(1)], dict_ptr: [last], value: [_] }).felt('value')).toBe(10n);
    expect(() => runHint('dictNew', idsWith({}))).toThrow('Tried to create a dict without an initial dict');
    expect(() => step('dictRead', { key: [felt(1)], dict_ptr: [pointer(1, 0)], value: [_] })).toThrow(
      'No dict tracker found for segment 1',
    );
  });

  test('squash_dict lists keys ascending and accesses in order', () => {
    const ids = idsWith({
      dict_accesses: [pointer(4, 0)],
      ptr_diff: [felt(9)],
      n_accesses: [felt(3)],
      big_keys: [_],
      first_key: [_],
      range_check_ptr: [pointer(2, 0)],
      should_skip_loop: [_],
      loop_temps: [_, _, _, _],
      n_used_accesses: [felt(2)],
      next_key: [_],
    });
    ids.host.addSegment();
    [7n, 2n, 7n].forEach((key, i) => void ids.host.set(pointer(4, 3 * i), felt(key)));
    runHint('squashDict', ids);
    expect([ids.felt('big_keys'), ids.felt('first_key')]).toEqual([0n, 2n]);
    runHint('squashNextKey', ids);
    expect(ids.felt('next_key')).toBe(7n);
    runHint('squashFirst', ids);
    expect(ids.host.get(pointer(2, 0))).toBe(0n);
    runHint('squashSkipLoop', ids);
    runHint('squashCheckIndex', ids);
    runHint('squashContinue', ids);
    expect([ids.felt('should_skip_loop'), member(ids, 'loop_temps', 0), member(ids, 'loop_temps', 3)]).toEqual([
      0n,
      1n,
      0n,
    ]);
    for (const name of ['squashAssertNoIndices', 'squashAssertUsed', 'squashAssertNoKeys'] as const) runHint(name, ids);
    expect(() => runHint('squashNextKey', ids)).toThrow('No keys left');
  });
});

describe('searching', () => {
  const array = (ids: Ids, values: readonly bigint[]) => {
    ids.host.addSegment();
    values.forEach((value, i) => void ids.host.set(pointer(4, i), felt(value)));
    return ids;
  };
  const search = (name: Cairo0HintName, key: bigint) =>
    runHint(
      name,
      array(
        idsWith({
          array_ptr: [pointer(4, 0)],
          elm_size: [felt(2)],
          n_elms: [felt(3)],
          index: [_],
          key: [felt(key)],
        }),
        [1n, 0n, 5n, 0n, 9n, 0n],
      ),
    ).felt('index');
  test('elements are found by key or by order', () => {
    expect([search('findElement', 5n), search('searchSortedLower', 6n), search('searchSortedLower', 10n)]).toEqual([
      1n,
      2n,
      3n,
    ]);
    expect(() => search('findElement', 6n)).toThrow('find_element(): No value found for key: 6');
  });

  test('sets know their elements', () => {
    const ids = (element: bigint) =>
      runHint(
        'setAdd',
        array(
          idsWith({
            set_ptr: [pointer(4, 0)],
            set_end_ptr: [pointer(4, 4)],
            elm_size: [felt(2)],
            elm_ptr: [pointer(4, 4)],
            index: [_],
            is_elm_in_set: [_],
          }),
          [1n, 2n, 3n, 4n, 3n, element],
        ),
      );
    expect([ids(4n).felt('is_elm_in_set'), ids(4n).felt('index')]).toEqual([1n, 1n]);
    expect(ids(5n).felt('is_elm_in_set')).toBe(0n);
  });

  test('usort sorts and remembers positions', () => {
    const ids = array(
      idsWith({
        input: [pointer(4, 0)],
        input_len: [felt(4)],
        output: [_],
        output_len: [_],
        multiplicities: [_],
        value: [felt(8)],
        next_item_index: [_],
      }),
      [8n, 3n, 8n, 1n],
    );
    runHint('usortEnter', ids);
    runHint('usort', ids);
    const [output, counts] = [ids.pointer('output'), ids.pointer('multiplicities')];
    const cells = (start: Pointer) => [0, 1, 2].map((i) => ids.host.get((start + i) as Pointer));
    expect([cells(output), cells(counts), ids.felt('output_len')]).toEqual([[1n, 3n, 8n], [1n, 1n, 2n], 3n]);
    runHint('usortVerify', ids);
    runHint('usortMultiplicity', ids);
    expect(ids.felt('next_item_index')).toBe(0n);
    expect(() => runHint('usortMultiplicityAssert', ids)).toThrow('positions length != 0');
  });
});

describe('hashes', () => {
  test('keccak of words, and of a state', () => {
    const ids = idsWith({ data: [pointer(4, 0)], length: [felt(20)], high: [_], low: [_] });
    ids.host.addSegment();
    const [first, second] = [random.bits(128), random.bits(32)];
    ids.write(pointer(4, 0), [first, second]);
    runHint('unsafeKeccak', ids);
    const bytes = Uint8Array.from(
      [...first.toString(16).padStart(32, '0'), ...second.toString(16).padStart(8, '0')]
        .join('')
        .match(/../g)!
        .map((byte) => Number.parseInt(byte, 16)),
    );
    const hash = [...keccak256(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect([ids.felt('high'), ids.felt('low')]).toEqual([
      BigInt(`0x${hash.slice(0, 32)}`),
      BigInt(`0x${hash.slice(32)}`),
    ]);
    const wrong = idsWith({ data: [pointer(4, 0)], length: [felt(3)], high: [_], low: [_] });
    wrong.host.addSegment();
    wrong.write(pointer(4, 0), [2n ** 24n]);
    expect(() => runHint('unsafeKeccak', wrong)).toThrow(`Invalid word size: ${2 ** 24}`);
  });

  test('one block of SHA-256', () => {
    const ids = idsWith(
      { sha256_start: [pointer(4, 0)], output: [pointer(4, 16)] },
      { SHA256_INPUT_CHUNK_SIZE_FELTS: 16n },
    );
    ids.host.addSegment();
    // The padded block of the message "abc".
    ids.write(pointer(4, 0), [0x61626380n, ...new Array<bigint>(14).fill(0n), 24n]);
    runHint('sha256First', ids);
    const words = Array.from({ length: 8 }, (_, i) => ids.host.get(pointer(4, 16 + i)) as bigint);
    const expected = [...sha256(new TextEncoder().encode('abc'))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    expect(words.map((word) => word.toString(16).padStart(8, '0')).join('')).toBe(expected);
  });

  test('unpacked felts of BLAKE2s: two words for small ones, eight marked words for others', () => {
    const ids = idsWith({
      packed_values_len: [felt(2)],
      packed_values: [pointer(4, 0)],
      unpacked_u32s: [pointer(4, 10)],
    });
    ids.host.addSegment();
    ids.write(pointer(4, 0), [2n ** 40n + 3n, 2n ** 63n]);
    runHint('blake2sUnpack', ids);
    const words = Array.from({ length: 10 }, (_, i) => ids.host.get(pointer(4, 10 + i)));
    expect(words).toEqual([256n, 3n, 2n ** 31n, 0n, 0n, 0n, 0n, 0n, 2n ** 31n, 0n]);
  });
});

describe('other curves', () => {
  const limbs = (value: bigint) => [0n, 86n, 172n].map((by) => felt(BigInt.asUintN(86, value >> by)));
  const { p, n, generator: g } = secp256k1;
  test('slopes and sums of points', () => {
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

  test('division modulo the order, and proofs of zero', () => {
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

  test('a point of the Stark curve from its x', () => {
    const ids = runHint('recoverY', idsWith({ x: [felt(1)], p: [_, _] }));
    const y = member(ids, 'p', 1) as bigint;
    expect(mod(y * y, P)).toBe(3141592653589793238462643383279502884197169399375105820974944592307816406667n);
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

describe('wide fields', () => {
  const limbs = (value: bigint, count: number) =>
    Array.from({ length: count }, (_, i) => felt(BigInt.asUintN(128, value >> BigInt(128 * i))));
  const join = (ids: Ids, name: string, count: number) =>
    Array.from({ length: count }, (_, i) => (member(ids, name, i) as bigint) << BigInt(128 * i)).reduce(
      (a, b) => a + b,
    );
  const blank = (count: number) => new Array<undefined>(count).fill(undefined);
  const { p } = secp256k1;

  test('quotients, differences and roots of 384 to 768 bits', () => {
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

  test('inverses and square roots in a field', () => {
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
    // 3 and its products have no roots to search for modulo a number that is no prime.
    expect(() => runHint('uint256SquareRoots', rootsOf(2n ** 255n - 1n))).toThrow(
      'Failed to calculate the square root',
    );
    const ed = 2n ** 255n - 19n;
    const square = mod(b * b, ed);
    const even = join(runHint('squareRootEd25519', idsWith({ xx: limbs(square, 2), x: blank(2) })), 'x', 2);
    expect([mod(even * even, ed), even % 2n]).toEqual([square, 0n]);
  });

  test('products and quotients of limbs of 86 bits', () => {
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

describe('programs', () => {
  const hint = (code: string, references: Record<string, number> = {}) => ({
    accessible_scopes: ['__main__'],
    code,
    flow_tracking_data: { ap_tracking: TRACKING, reference_ids: references },
  });
  /** Gives back its implicit arguments and one felt in a fresh segment. */
  const program = (words: readonly Felt[], hints: Record<string, unknown[]>) => ({
    data: words.map((word) => `0x${word.toString(16)}`),
    builtins: [],
    hints,
    identifiers: {
      '__main__.K': { type: 'const', value: 5 },
      '__main__.L': { type: 'alias', destination: '__main__.K' },
    },
    reference_manager: { references: [{ ap_tracking_data: TRACKING, pc: 0, value: '[cast(fp + (-5), felt**)]' }] },
    attributes: [
      {
        name: 'error_message',
        start_pc: 0,
        end_pc: 99,
        value: 'length is {length}, ap {other}',
        flow_tracking_data: { ap_tracking: TRACKING, reference_ids: { '__main__.f.length': 1, '__main__.f.other': 2 } },
      },
      { name: 'other', start_pc: 0, end_pc: 99, value: 'unused' },
    ],
  });
  const copy = (fields: Parameters<typeof encode>[0]) =>
    encode({ off0: 0, dstFp: false, apUpdate: 'one', opcode: 'assert', ...fields });
  // [ap] = a fresh segment; [[ap - 1]] = 42; return [implicit syscall pointer], 1, the segment.
  const words = [
    encode({ op1: 'immediate', off2: 1, apUpdate: 'add' }),
    felt(1),
    ...push(felt(42)),
    encode({ off0: -1, dstFp: false, off1: -2, op0Fp: false, off2: 0, op1: 'op0', opcode: 'assert' }),
    copy({ off1: -5, op0Fp: true, op1: 'op0', off2: 0 }),
    ...push(felt(1)),
    copy({ op1: 'ap', off2: -4 }),
    RET,
  ];
  const entry = (loaded: ReturnType<typeof loadCairo0>) => ({
    program: loaded,
    offset: 0,
    builtins: [],
    calldata: [keyOf(felt(3))],
    initialGas: 0n,
    selector: keyOf(felt(1)),
  });

  test('a program runs to its return', () => {
    const machine = new PlainMachine();
    const start = machine.begin(entry(loadCairo0(program(words, { 0: [hint('memory[ap] = segments.add()')] }))));
    expect(machine.run(100)).toEqual({ kind: 'end' });
    const result = machine.finish(start);
    if (result instanceof VmError) throw result;
    expect([result.retdata, result.failed, result.resources.steps]).toEqual([[keyOf(felt(42))], false, 7]);
  });

  test('an executor that wrote more system calls than the run knows of is refused', () => {
    const machine = new PlainMachine();
    const start = machine.begin(entry(loadCairo0(program(words, { 0: [hint('memory[ap] = segments.add()')] }))));
    machine.run(100);
    expect((machine.finish((start + 1) as Pointer) as VmError).message).toBe('Validation failed: Syscall segment end.');
  });

  test('an unknown hint fails when it is reached, and says what it is', () => {
    const machine = new PlainMachine();
    const json = program(words, { 0: [hint('import os')] });
    json.reference_manager.references.push(
      { ap_tracking_data: TRACKING, pc: 0, value: '[cast(fp + (-4), felt*)]' },
      { ap_tracking_data: TRACKING, pc: 0, value: '[cast(ap + (-4), felt*)]' },
    );
    machine.begin(entry(loadCairo0(json)));
    const stop = machine.run(100);
    if (stop.kind !== 'error') throw new Error(stop.kind);
    expect([stop.error.message, stop.error.inHint]).toEqual(['Unknown Hint: import os', true]);
    expect(formatTraceback(stop.error)).toBe(
      "Error message: length is 1, ap {other} (Cannot evaluate ap-based or complex references: ['other'])\nError at pc=0:0:",
    );
  });

  test('a system call gives the pointer its variable holds', () => {
    const machine = new PlainMachine();
    const code = 'syscall_handler.get_caller_address(segments=segments, syscall_ptr=ids.syscall_ptr)';
    const json = program(words, { 0: [hint(code, { '__main__.f.syscall_ptr': 0 })] });
    machine.begin(entry(loadCairo0(json)));
    // The reference names the pointer to the implicit arguments.
    expect(machine.run(100)).toEqual({ kind: 'syscall', pointer: pointer(4, 0) });
  });

  test('constants, through other names too, and large ones that JSON rounds', () => {
    const json = program([], {});
    const identifiers = {
      ...json.identifiers,
      'm.MAX_HIGH': { type: 'const', value: Number(0x8000000000000110000000000000000n) },
      'm.ADDR_BOUND': { type: 'const', value: Number(2n ** 251n - 256n - P) },
      'm.TEXT': { type: 'const', value: '-0x1' },
    };
    const { constants } = loadCairo0({ ...json, identifiers }).cairo0!;
    expect(['__main__.L', 'm.MAX_HIGH', 'm.ADDR_BOUND', 'm.TEXT'].map((name) => constants.get(name))).toEqual([
      5n,
      0x8000000000000110000000000000000n,
      2n ** 251n - 256n,
      P - 1n,
    ]);
  });

  test.each([
    [null, 'program is no object'],
    [{ data: ['x'] }, 'x in data is no felt'],
    [{ data: [], attributes: 5 }, 'attributes is no list'],
    [{ data: [], builtins: ['nonsense'], hints: {} }, 'the builtin nonsense is not known'],
  ])('a malformed program is refused (%#)', (json, text) => {
    expect(() => loadCairo0(json)).toThrow(text);
  });

  test('builtins that Cairo 0 contracts may not use are refused', () => {
    const json = { ...program(words, {}), builtins: ['keccak'] };
    expect(() => new PlainMachine().begin(entry(loadCairo0(json)))).toThrow(
      'Called builtins: {keccak} are unsupported in a Cairo0 contract',
    );
  });
});

test('library hints are known by their text', () => {
  expect(nameOfHint('vm_exit_scope()')).toBe('exitScope');
  expect(nameOfHint("vm_enter_scope({'n': ids.len})")).toBe('memcpyEnter');
  expect(nameOfHint('vm_exit_scope( )')).toBeUndefined();
});
