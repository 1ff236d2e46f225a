import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const NAMES = ['devnet_mint', 'devnet_load', 'starknet_call', 'block_id'];

test('a misspelt name is near the one that was meant, whatever its capitals', () => {
  expect(nearest('devnet_mnit', NAMES)).toBe('devnet_mint');
  expect(nearest('DEVNET_MINT', NAMES)).toBe('devnet_mint');
  expect(nearest('blockId', NAMES)).toBe('block_id');
});

test('in a short name one letter may be wrong, or two swapped', () => {
  const names = ['mint', 'port', 'call', 'invoke'];
  expect(nearest('prot', names)).toBe('port');
  expect(nearest('cal', names)).toBe('call');
  expect(nearest('init', names)).toBeUndefined();
  expect(nearest('node', names)).toBeUndefined();
});

test('a name that is like none has no suggestion', () => {
  expect(nearest('eth_getBalance', NAMES)).toBeUndefined();
  expect(nearest('', NAMES)).toBeUndefined();
});

test('a name of any length is answered at once', () => {
  expect(nearest('x'.repeat(10_000_000), NAMES)).toBeUndefined();
});
