import { describe, expect, test } from 'vitest';
import {
  afterEmptyBlock,
  afterTransaction,
  emptyBlockTime,
  LAST_TIME,
  setFrozen,
  setTime,
  transactionTime,
  WALL_CLOCK,
  withoutHold,
} from './clock.ts';

describe('the clock', () => {
  test('runs with the wall clock and never goes back by itself', () => {
    for (const time of [emptyBlockTime, transactionTime]) {
      expect(time(WALL_CLOCK, 100, 0n)).toBe(100n);
      expect(time(WALL_CLOCK, 100, 130n)).toBe(130n);
    }
  });

  test('gives the next block exactly the time that was set, the past included', () => {
    const clock = setTime(WALL_CLOCK, 50n, 100);
    expect(emptyBlockTime(clock, 107, 100n)).toBe(50n);
    expect(transactionTime(clock, 107, 100n)).toBe(50n);
    expect(transactionTime(afterTransaction(clock), 107, 50n)).toBe(57n);
  });

  test('gives the first transaction after an empty block of a set time the same time, and then goes on', () => {
    const clock = afterEmptyBlock(setTime(WALL_CLOCK, 50n, 100));
    expect(transactionTime(clock, 107, 50n)).toBe(50n);
    expect(transactionTime(afterTransaction(clock), 107, 50n)).toBe(57n);
  });

  test('goes on with an empty block after an empty block of a set time', () => {
    const clock = afterEmptyBlock(setTime(WALL_CLOCK, 50n, 100));
    expect(emptyBlockTime(clock, 107, 50n)).toBe(57n);
    expect(transactionTime(afterEmptyBlock(clock), 109, 57n)).toBe(59n);
    expect(transactionTime(withoutHold(clock), 107, 50n)).toBe(57n);
  });

  test('stands still while it is frozen, and goes on from there', () => {
    const frozen = setFrozen(WALL_CLOCK, true, 100, 0n);
    expect(emptyBlockTime(frozen, 500, 0n)).toBe(100n);
    const later = afterEmptyBlock(setTime(frozen, 117n, 900));
    expect(emptyBlockTime(later, 1000, 117n)).toBe(117n);
    const running = setFrozen(later, false, 1000, 117n);
    expect(emptyBlockTime(running, 1003, 117n)).toBe(120n);
  });

  test('is frozen at the time that a transaction would get', () => {
    const held = setFrozen(afterEmptyBlock(setTime(WALL_CLOCK, 50n, 100)), true, 103, 50n);
    expect(emptyBlockTime(afterTransaction(held), 200, 50n)).toBe(50n);
    const pending = setFrozen(setTime(WALL_CLOCK, 50n, 100), true, 103, 99n);
    expect(emptyBlockTime(afterTransaction(pending), 200, 50n)).toBe(50n);
  });

  test('stays at the last time that a block can have', () => {
    const clock = afterTransaction(setTime(WALL_CLOCK, LAST_TIME, 100));
    expect(emptyBlockTime(clock, 107, LAST_TIME)).toBe(LAST_TIME);
    expect(transactionTime(clock, 107, LAST_TIME)).toBe(LAST_TIME);
  });
});
