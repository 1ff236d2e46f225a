import { afterEach, expect, test } from 'vitest';
import {
  classMemory,
  DEFAULT_WORK_BYTES,
  limitWorkMemory,
  mostAtOnceBytes,
  workMemory,
} from '../../src/budget/workMemory.ts';
import { compileMemory } from '../../src/classes/compileMemory.ts';
import { NETWORK_CLASS_LIMITS } from '../../src/protocol/limits.ts';

const LARGEST = NETWORK_CLASS_LIMITS.maxSierraFelts;
const USUAL = 10_000;

afterEach(() => limitWorkMemory(DEFAULT_WORK_BYTES));

/** Whether something that may wait is there at once. */
async function isThere(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  void promise.then(() => (is = true));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return is;
}

test('of the largest classes one is compiled at a time, and a usual one waits for none of them', async () => {
  const first = await compileMemory(LARGEST, false);
  const second = compileMemory(LARGEST, false);
  expect(await isThere(second)).toBe(false);
  const usual = await compileMemory(USUAL, false);
  usual.end();
  first.end();
  (await second).end();
  expect([workMemory.usedBytes, classMemory.usedBytes]).toEqual([0, 0]);
});

test('a class that an execution needs does not wait for the share of that execution', async () => {
  const execution = workMemory.take('executions', workMemory.limitBytes)!;
  const declared = compileMemory(LARGEST, false);
  expect(await isThere(declared)).toBe(false);
  (await compileMemory(LARGEST, true)).end();
  execution.end();
  (await declared).end();
});

test('usual classes wait for each other when many are declared at once', async () => {
  const holds = Array.from({ length: 3 }, () => compileMemory(USUAL, false));
  expect(await Promise.all(holds.map(isThere))).toEqual([true, false, false]);
  for (const hold of holds) (await hold).end();
});

test('a class for which there is never enough memory is refused with the way out', async () => {
  const felts = Math.ceil(mostAtOnceBytes() / 5000);
  await expect(compileMemory(felts, false)).rejects.toThrow(
    /has \d+ felts of Sierra.* bytes of memory, and there are \d+ for that\. Ask for less at a time/,
  );
  await expect(compileMemory(LARGEST, false).then((hold) => hold.end())).resolves.toBeUndefined();
  limitWorkMemory(DEFAULT_WORK_BYTES / 2);
  await expect(compileMemory(LARGEST, false)).rejects.toThrow(/felts of Sierra/);
});
