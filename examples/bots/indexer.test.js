import { channel } from 'starbox/starknet';
import { explore } from 'starbox/testing';
import { sandboxTest } from 'starbox/testing/vitest';
import { expect } from 'vitest';
import { sumCarefully, sumCarelessly } from './indexer.js';

const test = sandboxTest({ seed: 7 });
const FRIEND = '0x5afe';

const sums =
  (index) =>
  async ({ box, clock }) => {
    const subscriptions = channel(box);
    await subscriptions.waitForConnection();
    const sum = await index(subscriptions, FRIEND);
    for (const amount of [3n, 5n]) await box.mint(FRIEND, amount);
    await clock.sleep(100);
    subscriptions.disconnect();
    expect(sum()).toBe(8n);
  };

test('the careless indexer counts a notification that comes twice', async ({ box }) => {
  const run = explore(box, sums(sumCarelessly), { kinds: ['notification-doubled'] });
  await expect(run).rejects.toThrow('notification is sent twice.');
});

test('the careful one does not', async ({ box }) => {
  await explore(box, sums(sumCarefully), { kinds: ['notification-doubled'], schedules: 20 });
});
