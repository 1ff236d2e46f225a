import { expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import { type Felt, P, toFelt } from '../../felt/felt.ts';
import { pedersenArray } from '../../felt/hash.ts';
import { pedersenSteps } from './pedersenSteps.ts';

const felts = (count: number): Felt[] => Array.from({ length: count }, (_, i) => toFelt((P - 1n) / BigInt(i + 1)));

test.each([0, 1, 2, 255, 256, 257, 512, 700])('hashing %d felts in steps gives the same hash', (count) => {
  expect(finish(pedersenSteps(felts(count)))).toBe(pedersenArray(felts(count)));
});
