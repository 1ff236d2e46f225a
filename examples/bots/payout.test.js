import { account } from 'starbox/starknet';
import { explore } from 'starbox/testing';
import { sandboxTest } from 'starbox/testing/vitest';
import { expect } from 'vitest';
import { payCarefully, payCarelessly } from './payout.js';

const test = sandboxTest({ seed: 7 });
const FRIEND = '0x5afe';

test('the careless bot is right while nothing goes wrong', async ({ box }) => {
  await payCarelessly(account(box), FRIEND, 5n, async () => {});
  expect(await box.balanceOf(FRIEND)).toBe(5n);
});

test('explore finds that it pays twice', async ({ box }) => {
  const run = explore(box, async ({ box, clock, calm }) => {
    await payCarelessly(account(box), FRIEND, 5n, clock.sleep);
    await calm();
    expect(await box.balanceOf(FRIEND)).toBe(5n);
  });
  await expect(run).rejects.toThrow('takes effect, but its');
});

test('the schedule that it printed is a test from now on', async ({ box }) => {
  const run = explore(
    box,
    async ({ box, clock, calm }) => {
      await payCarelessly(account(box), FRIEND, 5n, clock.sleep);
      await calm();
      expect(await box.balanceOf(FRIEND)).toBe(5n);
    },
    { schedule: [{ fault: 'answer-lost', at: 1, method: 'starknet_addInvokeTransaction' }] },
  );
  await expect(run).rejects.toThrow('expected 10n to be 5n');
});

test('the careful bot pays once under 100 schedules', async ({ box }) => {
  await explore(
    box,
    async ({ box, clock, calm }) => {
      await payCarefully(account(box), FRIEND, 5n, 0n, clock.sleep);
      await calm();
      expect(await box.balanceOf(FRIEND)).toBe(5n);
    },
    { schedules: 100, seed: 1 },
  );
});
