import { afterEach, expect, test, vi } from 'vitest';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { answeringNode, notFound } from '../../../test/answeringNode.ts';
import { readToken } from './token.ts';

type Functions = Readonly<Record<string, (calldata: readonly string[]) => readonly string[]>>;

/** A node with one contract, which has these functions. */
function contractWith(functions: Functions) {
  const bySelector = new Map(
    Object.entries(functions).map(([name, run]) => [`0x${selectorOfName(name).toString(16)}`, run]),
  );
  return answeringNode({
    chain_call: ({ request }: { request: { entry_point_selector: string; calldata: readonly string[] } }) =>
      (bySelector.get(request.entry_point_selector) ?? notFound)(request.calldata),
  }).node;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a token has a symbol, decimals and the balances of its owners', async () => {
  const node = contractWith({
    balance_of: ([owner]) => (owner === '0x1' ? ['0x7', '0x1'] : ['0x0', '0x0']),
    decimals: () => ['0x12'],
    symbol: () => ['0x0', '0x5354524b', '0x4'],
  });
  expect(await readToken(node, '0x4718', ['0x1', '0x2'])).toEqual({
    symbol: 'STRK',
    decimals: 18,
    balances: [
      { owner: '0x1', amount: 2n ** 128n + 7n },
      { owner: '0x2', amount: 0n },
    ],
  });
});

test('an older token has names in camel case, a balance in one felt and a symbol in one felt', async () => {
  const node = contractWith({ balanceOf: () => ['0x7'], symbol: () => ['0x455448'] });
  expect(await readToken(node, '0x49d', ['0x1'])).toEqual({
    symbol: 'ETH',
    decimals: 0,
    balances: [{ owner: '0x1', amount: 7n }],
  });
});

test('what a token says about itself may be missing or absurd', async () => {
  const node = contractWith({ balance_of: () => ['0x7'], decimals: () => ['0xffff'], symbol: () => [] });
  expect(await readToken(node, '0x1', ['0x1'])).toMatchObject({ symbol: 'Balance', decimals: 0 });
});

test('a contract without balances is no token', async () => {
  await expect(readToken(contractWith({ decimals: () => ['0x12'] }), '0x1', ['0x1'])).rejects.toThrow('not found');
});
