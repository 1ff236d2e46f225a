import { expect, test } from 'vitest';
import { orAborted } from './orAborted.ts';

test('work that fails after the wait was given up is no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const work = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late'))));
  await expect(orAborted(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
