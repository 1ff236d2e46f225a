import { expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import type { Felt } from '../../felt/felt.ts';
import { poseidonMany } from '../../felt/hash.ts';
import { poseidonSteps } from './poseidonSteps.ts';

test.each([0, 1, 2, 511, 512, 513, 1200, 1201])('hashing %i felts with pauses gives the same hash', (count) => {
  const felts = Array.from({ length: count }, (_, i) => BigInt(i * i + 1) as Felt);
  expect(finish(poseidonSteps(felts))).toBe(poseidonMany(felts));
});
