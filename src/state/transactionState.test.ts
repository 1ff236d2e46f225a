import { expect, test } from 'vitest';
import { toFelt } from '../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../felt/key.ts';
import { Need } from './need.ts';
import { State } from './state.ts';
import { EMPTY_BASE } from './stateBase.ts';
import { TransactionState } from './transactionState.ts';

const key = (value: number): FeltKey => keyOf(toFelt(value));

test('reverting to a mark undoes exactly the writes since then', () => {
  const state = new TransactionState(State.over());
  state.setStorage(key(1), key(5), key(50));
  state.setNonce(key(1), key(1));
  const outer = state.mark();
  state.setStorage(key(1), key(5), key(51));
  state.setClassHash(key(2), key(9));
  const inner = state.mark();
  state.setStorage(key(2), key(6), key(60));
  state.revertTo(inner);
  expect(state.storageAt(key(2), key(6))).toBe(ZERO_KEY);
  expect(state.classHashAt(key(2))).toBe(key(9));
  state.revertTo(outer);
  expect(state.storageAt(key(1), key(5))).toBe(key(50));
  expect(state.classHashAt(key(2))).toBe(ZERO_KEY);
  const diff = state.diff();
  expect(diff.storage).toEqual(new Map([[key(1), new Map([[key(5), key(50)]])]]));
  expect(diff.deployed.size).toBe(0);
});

test('writing the value that was there before is not a change', () => {
  const first = new TransactionState(State.over());
  first.setStorage(key(1), key(5), key(50));
  first.setClassHash(key(1), key(7));
  const state = State.over().apply(first.diff());
  const second = new TransactionState(state);
  second.setStorage(key(1), key(5), key(1));
  second.setStorage(key(1), key(5), key(50));
  second.setClassHash(key(1), key(8));
  const diff = second.diff();
  expect(diff.storage.size).toBe(0);
  expect(diff.deployed.size).toBe(0);
  expect(diff.replaced).toEqual(new Map([[key(1), key(8)]]));
  expect(second.initialReads().storage.get(key(1))?.get(key(5))).toBe(key(50));
});

test('a state is not changed by later states', () => {
  const write = (value: number) => {
    const state = new TransactionState(State.over());
    state.setStorage(key(1), key(1), key(value));
    return state.diff();
  };
  const one = State.over().apply(write(1));
  const two = one.apply(write(2));
  expect(one.storageAt(key(1), key(1))).toBe(key(1));
  expect(two.storageAt(key(1), key(1))).toBe(key(2));
});

test('a missing value is requested before anything changes', () => {
  const cells = new Map<FeltKey, FeltKey>();
  const base = { ...EMPTY_BASE, storageAt: (_: FeltKey, at: FeltKey) => cells.get(at) };
  const state = new TransactionState(State.over(base));
  const ask = (): unknown => {
    try {
      state.setStorage(key(1), key(5), key(50));
      return undefined;
    } catch (need) {
      return need;
    }
  };
  const need = ask();
  expect(need).toBeInstanceOf(Need);
  expect((need as Need).item).toEqual({ kind: 'storage', address: key(1), key: key(5) });
  expect(state.mark()).toBe(0);
  cells.set(key(5), key(50));
  expect(ask()).toBeUndefined();
  expect(state.diff().storage.size).toBe(0);
});
