import { expect, test } from 'vitest';
import { RequestMemory } from '../budget/requestMemory.ts';
import { WorkMemory } from '../budget/workMemory.ts';
import { inShare } from './inShare.ts';

test('work that grows large is done by one request at a time, and starts again when the others have ended', async () => {
  const budget = new WorkMemory(800 * 2 ** 20);
  const requests = Array.from({ length: 3 }, () => new RequestMemory(budget));
  let large = 0;
  let most = 0;
  let starts = 0;
  const done = requests.map(async (memory) => {
    await inShare(memory, async (mayGrow) => {
      starts++;
      await Promise.resolve();
      mayGrow(100 * 2 ** 20);
      most = Math.max(most, ++large);
      await Promise.resolve();
    });
    large--;
    memory.end();
  });
  await Promise.all(done);
  expect([most, starts, budget.usedBytes]).toEqual([1, 5, 0]);
});

test('small work waits for nobody, and errors are those of the work', async () => {
  const budget = new WorkMemory(800 * 2 ** 20);
  budget.take('executions', budget.limitBytes);
  const memory = new RequestMemory(budget);
  expect(await inShare(memory, async (mayGrow) => mayGrow(1000))).toBeUndefined();
  await expect(inShare(memory, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
});
