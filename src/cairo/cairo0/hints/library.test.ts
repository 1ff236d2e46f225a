import { describe, expect, test } from 'vitest';
import { apCell, idsWith, member, runHint } from '../../../../test/support/cairo/cairo0Ids.ts';
import { felt, type smallRun } from '../../../../test/support/cairo/smallRun.ts';
import { Random } from '../../../../test/support/random.ts';
import { keccak256 } from '../../../felt/hash.ts';
import { sha256 } from '../../../felt/plain/sha2.ts';
import type { Cell } from '../../machine.ts';
import { type Pointer, pointer } from '../../pointer.ts';
import type { Cairo0HintName } from '../cairo0HintTable.ts';
import type { Ids } from '../ids.ts';

const random = new Random(23);
const _ = undefined;

describe('memory and scopes', () => {
  test('memcpy counts down in its own scope', () => {
    const ids = idsWith({ len: [felt(2)], continue_copying: [_] });
    runHint('memcpyEnter', ids);
    runHint('memcpyContinue', ids);
    expect(ids.felt('continue_copying')).toBe(1n);
    expect(ids.host.scope.variables.length).toBe(2);
    runHint('exitScope', ids);
    expect(ids.host.scope.variables.length).toBe(1);
  });

  test('segments and temporary segments are added, and temporary ones relocated', () => {
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
  test('reads, writes and updates advance the pointer, and squashing visits the accesses', () => {
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

  test('sets find their elements', () => {
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

  test('usort sorts, and stores the positions of equal values', () => {
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
  test('keccak hashes words, and permutes a state', () => {
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

  test('SHA-256 compresses one block', () => {
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

  test('BLAKE2s unpacks small felts to two words, and large ones to eight with the top bit set', () => {
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
