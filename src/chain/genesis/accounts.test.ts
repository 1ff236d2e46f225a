import { expect, test } from 'vitest';
import { formatFelt } from '../../felt/felt.ts';
import { predeployedAccounts } from './accounts.ts';
import { MersenneTwister } from './mersenneTwister.ts';

test('the twister gives its published check value', () => {
  const random = new MersenneTwister(5489n);
  expect(random.next()).toBe(14514284786278117030n);
});

test('a seed gives the accounts that it gives everywhere', () => {
  const shown = (seed: number) =>
    predeployedAccounts(seed, 2, 0n).map(({ address, publicKey, privateKey }) =>
      [privateKey, publicKey, address].map(formatFelt),
    );
  expect(shown(0)).toEqual([
    [
      '0x71d7bb07b9a64f6f78ac4c816aff4da9',
      '0x39d9e6ce352ad4530a0ef5d5a18fd3303c3606a7fa6ac5b620020ad681cc33b',
      '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
    ],
    [
      '0xe1406455b7d66b1690803be066cbe5e',
      '0x7a1bb2744a7dd29bffd44341dbd78008adb4bc11733601e7eddff322ada9cb',
      '0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1',
    ],
  ]);
  expect(shown(42)[0]![2]).toBe('0x34ba56f92265f0868c57d3fe72ecab144fc96f97954bbbc4252cef8e8a979ba');
});
