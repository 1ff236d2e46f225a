import { expect, test } from 'vitest';
import { ETH, STRK } from '../../../../src/chain/value/token.ts';
import { feeTokens } from './feeTokens.ts';

test('the page knows the fee tokens by the addresses that the node gives them', () => {
  expect(BigInt(feeTokens.STRK)).toBe(STRK.address);
  expect(BigInt(feeTokens.ETH)).toBe(ETH.address);
});
