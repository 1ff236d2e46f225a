import { sandboxTest } from 'starbox/testing/vitest';
import { expect } from 'vitest';
import { Counter } from '../typed/Counter.ts';

// Runs once. Each test gets its own copy of the chain as it is afterwards.
const test = sandboxTest({
  setup: async (box) => ({ counter: await box.deploy(Counter, { owner: box.accounts[0], first: 5n }) }),
});

test('anyone can increase the count', async ({ box, values: { counter } }) => {
  const [, bob] = box.accounts;
  const increase = counter.write.increase(3n, { from: bob });
  await expect(increase).toEmit(counter, 'Increased', { by_whom: bob, count: 8n });
  expect(await counter.read.count()).toBe(8n);
});

test('an increase by nothing is refused', async ({ values: { counter } }) => {
  await expect(counter.write.increase(0n)).toRevertWith('Counter: nothing to add');
});

test('only the owner can reset the count', async ({ box, values: { counter } }) => {
  const [owner, bob] = box.accounts;
  await expect(counter.write.reset({ from: bob })).toRevertWith('Counter: not the owner');
  await counter.write.reset({ from: owner });
  expect(await counter.read.count()).toBe(0n);
});
