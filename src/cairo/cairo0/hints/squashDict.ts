import type { Felt } from '../../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../../felt/key.ts';
import { isFelt, shiftPointer } from '../../cells.ts';
import { formatPointer } from '../../pointer.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const ACCESS_CELLS = 3;
type Accesses = ReadonlyMap<FeltKey, readonly number[]>;

function accessesOfKey(ids: Ids): { key: Felt; indices: readonly number[] } {
  const key = ids.variable<Felt>('key');
  const indices = ids.variable<Accesses>('access_indices').get(keyOf(key));
  if (indices === undefined) throw new VmError(`squash_dict_inner fail: couldnt find key ${key} in accesses_indices`);
  return { key, indices };
}

const pop = (list: number[]): number => {
  const last = list.pop();
  if (last === undefined) throw new VmError('squash_dict_inner fail: local current_accessed_indices is empty');
  return last;
};

/** squash_dict.cairo. */
export const SQUASH_DICT = {
  squashDict(ids: Ids) {
    const start = ids.pointer('dict_accesses');
    const difference = ids.felt('ptr_diff');
    const count = ids.felt('n_accesses');
    const bound = ids.rangeCheckBound();
    if (difference % BigInt(ACCESS_CELLS) !== 0n || difference >= 1n << 64n)
      throw new VmError('squash_dict fail: Accesses array size must be divisible by DictAccess.SIZE');
    if (count >= 1n << 64n)
      throw new VmError(`squash_dict fail: n_accesses: ${count} is too big to be converted into an iterator`);
    const accesses = new Map<FeltKey, number[]>();
    for (let i = 0; i < Number(count); i++) {
      const address = shiftPointer(start, i * ACCESS_CELLS);
      const key = ids.host.get(address);
      if (key === undefined || !isFelt(key)) throw new VmError(`Expected integer at address ${formatPointer(address)}`);
      const indices = accesses.get(keyOf(key));
      if (indices === undefined) accesses.set(keyOf(key), [i]);
      else indices.push(i);
    }
    const keys = [...accesses.keys()].map(feltOf).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    const first = keys.at(-1);
    if (first === undefined) throw new VmError('squash_dict_inner fail: No keys left but remaining_accesses > 0');
    ids.set('big_keys', keys[0]! >= bound ? 1n : 0n);
    keys.pop();
    ids.set('first_key', first);
    ids.assign({ access_indices: accesses, keys, key: first });
  },
  squashFirst(ids: Ids) {
    const { indices } = accessesOfKey(ids);
    const rangeCheck = ids.pointer('range_check_ptr');
    const current = indices.toReversed();
    const first = pop(current);
    ids.assign({ current_access_indices: current, current_access_index: first });
    ids.write(rangeCheck, [first]);
  },
  squashSkipLoop: (ids) =>
    ids.set('should_skip_loop', ids.variable<number[]>('current_access_indices').length === 0 ? 1n : 0n),
  squashCheckIndex(ids: Ids) {
    const before = ids.variable<number>('current_access_index');
    const index = pop(ids.variable<number[]>('current_access_indices'));
    ids.set('loop_temps', BigInt(index - before - 1));
    ids.assign({ new_access_index: index, current_access_index: index });
  },
  squashContinue: (ids) =>
    ids.set('loop_temps', ids.variable<number[]>('current_access_indices').length === 0 ? 0n : 1n, 3),
  squashAssertNoIndices(ids: Ids) {
    if (ids.variable<number[]>('current_access_indices').length > 0)
      throw new VmError(
        'squash_dict_inner fail: local current_accessed_indices not empty, loop ended with remaining unaccounted elements',
      );
  },
  squashAssertUsed(ids: Ids) {
    const used = ids.felt('n_used_accesses');
    const { key, indices } = accessesOfKey(ids);
    if (used !== BigInt(indices.length))
      throw new VmError(
        `squash_dict_inner fail: Number of used accesses:${used} doesnt match the lengh: ${indices.length} of the access_indices at key: ${key}`,
      );
  },
  squashAssertNoKeys(ids: Ids) {
    if (ids.variable<Felt[]>('keys').length > 0) throw new VmError('squash_dict_inner fail: local keys is not empty');
  },
  squashNextKey(ids: Ids) {
    const key = ids.variable<Felt[]>('keys').pop();
    if (key === undefined) throw new VmError('squash_dict_inner fail: No keys left but remaining_accesses > 0');
    ids.set('next_key', key);
    ids.assign({ key });
  },
} as const satisfies Record<string, Cairo0HintRun>;
