import { expect, test } from 'vitest';
import { descriptorLimit } from './descriptorLimit.ts';

test('the limit is read where the system tells it, and unknown elsewhere', () => {
  expect(descriptorLimit(() => 'Limit  Soft Limit  Hard Limit\nMax open files   1024   4096   files\n')).toBe(1024);
  expect(
    descriptorLimit(() => 'Max open files            unlimited            unlimited            files\n'),
  ).toBeUndefined();
  expect(
    descriptorLimit(() => {
      throw new Error('no such file');
    }),
  ).toBeUndefined();
  if (process.platform === 'linux') expect(descriptorLimit()).toBeGreaterThan(0);
});
