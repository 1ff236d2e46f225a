import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellIfSlow } from './tellIfSlow.ts';

let lines: string[];
const writeLine = (line: string) => void lines.push(line);

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) => new Promise<string>((resolve) => setTimeout(resolve, milliseconds, 'done'));

test('work that takes less than a second is not mentioned', async () => {
  const work = tellIfSlow(writeLine, 'Loading', () => wait(900));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await work).toBe('done');
  expect(lines).toEqual([]);
});

test('slow work is mentioned after a second and then every ten seconds, with how far it is', async () => {
  let block = 0;
  const work = tellIfSlow(
    writeLine,
    'Loading dump.json',
    () => wait(15_000),
    () => `block ${++block}`,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await work;
  expect(lines).toEqual(['Loading dump.json … block 1', 'Loading dump.json … block 2']);
});

test('work that fails is not mentioned any more', async () => {
  const work = tellIfSlow(writeLine, 'Loading', () => Promise.reject(new Error('broken')));
  await expect(work).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([]);
});
