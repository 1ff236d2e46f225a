import { expect, test } from 'vitest';
import { chainTime } from './chainClock.ts';

test('the time of a chain is that of this machine, moved or frozen', () => {
  expect(chainTime({ shift: 0, newest: 900 }, 1_000)).toBe(1_000);
  expect(chainTime({ shift: 60, newest: 900 }, 1_000)).toBe(1_060);
  expect(chainTime({ shift: 60, frozenAt: 950, newest: 900 }, 1_000)).toBe(950);
});

test('no block is ahead of it, also on a fork of a chain whose clock was moved', () => {
  expect(chainTime({ shift: 0, newest: 87_400 }, 1_000)).toBe(87_400);
});
