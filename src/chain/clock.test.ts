import { describe, expect, test } from 'vitest';
import { afterBlock, clockAt, increaseTime, setFrozen, setTime, timestampAt, WALL_CLOCK } from './clock.ts';

describe('the clock', () => {
  test('runs with the wall clock and never goes back by itself', () => {
    expect(timestampAt(WALL_CLOCK, 100, 0)).toBe(100);
    expect(timestampAt(WALL_CLOCK, 100, 130)).toBe(130);
  });

  test('gives the next block exactly the time that was set, the past included', () => {
    const clock = setTime(WALL_CLOCK, 50, 100);
    expect(timestampAt(clock, 107, 100)).toBe(50);
    expect(timestampAt(afterBlock(clock), 107, 50)).toBe(57);
  });

  test('moves on from where it is, also before the time that was set is used', () => {
    expect(timestampAt(increaseTime(WALL_CLOCK, 1000), 100, 0)).toBe(1100);
    expect(timestampAt(increaseTime(setTime(WALL_CLOCK, 50, 100), 5), 100, 0)).toBe(55);
  });

  test('starts at a start time and goes on from there', () => {
    const clock = clockAt(1_700_000_000, 100);
    expect(timestampAt(clock, 100, 0)).toBe(1_700_000_000);
    expect(timestampAt(afterBlock(clock), 160, 1_700_000_000)).toBe(1_700_000_060);
  });

  test('stands still while it is frozen, and goes on from there', () => {
    const frozen = setFrozen(increaseTime(WALL_CLOCK, 10), true, 100);
    expect(timestampAt(frozen, 500, 0)).toBe(110);
    expect(timestampAt(increaseTime(frozen, 7), 900, 0)).toBe(117);
    const running = setFrozen(increaseTime(frozen, 7), false, 900);
    expect(timestampAt(running, 903, 0)).toBe(120);
  });
});
