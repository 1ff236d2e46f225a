import { expect, test } from 'vitest';
import { chainTime, clockOf } from './chainClock.ts';

test('the time of a chain is that of this machine, moved or frozen', () => {
  expect(chainTime({ shift: 0, newest: 900 }, 1_000)).toBe(1_000);
  expect(chainTime({ shift: 60, newest: 900 }, 1_000)).toBe(1_060);
  expect(chainTime({ shift: 60, frozenAt: 950, newest: 900 }, 1_000)).toBe(950);
});

test('no block is ahead of it, also on a fork of a chain whose clock was moved', () => {
  expect(chainTime({ shift: 0, newest: 87_400 }, 1_000)).toBe(87_400);
});

test('the clock is what the node tells of it', () => {
  const told = (shift_seconds: number, is_frozen: boolean) =>
    clockOf({
      clock: { shift_seconds, is_frozen, next_block_timestamp: 950 },
      latest_block: { block_number: 1, timestamp: 900 },
    } as Parameters<typeof clockOf>[0]);
  expect(told(60, false)).toEqual({ shift: 60, newest: 900 });
  expect(told(0, true)).toEqual({ shift: 0, newest: 900, frozenAt: 950 });
});
