import { expect, test } from 'vitest';
import { readLines, writeLine } from './checkedLines.ts';

test('others are served while a long file is read, and damaged lines are counted', async () => {
  const line = writeLine(['storage', '0x1', '0x2', '0x3'], 'block.log');
  const text = `${line.repeat(60_000)}damaged\n${line.slice(0, -5)}`;
  let rounds = 0;
  let isDone = false;
  const count = () => {
    rounds++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { values, dropped } = await readLines(text, 'block.log');
  isDone = true;
  expect(values).toHaveLength(60_000);
  expect(dropped).toBe(2);
  expect(rounds).toBeGreaterThan(3);
});
