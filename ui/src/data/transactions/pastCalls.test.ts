import { afterEach, expect, test, vi } from 'vitest';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { formatFelt } from '../../../../src/felt/felt.ts';
import { answeringNode } from '../../../test/answeringNode.ts';
import { callsIn, feltsIn, pastCalls } from './pastCalls.ts';

test('the calls of an account are read from its calldata', () => {
  expect(callsIn(['0x2', '0xa', '0x5', '0x1', '0x7', '0xb', '0x6', '0x0'])).toEqual([
    { to: '0xa', selector: '0x5', calldata: ['0x7'] },
    { to: '0xb', selector: '0x6', calldata: [] },
  ]);
  expect(callsIn(['0x0'])).toEqual([]);
});

test('those of an account of Cairo 0 too', () => {
  const calls = ['0x2', '0xa', '0x5', '0x0', '0x1', '0xb', '0x66', '0x1', '0x2', '0x3', '0x7', '0x8', '0x9'];
  expect(callsIn(calls)).toEqual([
    { to: '0xa', selector: '0x5', calldata: ['0x7'] },
    { to: '0xb', selector: '0x66', calldata: ['0x8', '0x9'] },
  ]);
  expect(callsIn(['0x1', '0xa', '0x5', '0x0', '0x0', '0x0'])).toEqual([{ to: '0xa', selector: '0x5', calldata: [] }]);
});

const handled = formatFelt(selectorOfName('handle'));
const handler = [{ type: 'l1_handler', name: 'handle', inputs: [{ name: 'from', type: 'felt' }] }];

test.each([
  ['that the ABI does not have', '0x5', []],
  ['of an L1 handler', handled, handler],
])('a call %s keeps its selector and its calldata', async (_, selector, abi) => {
  const { node } = answeringNode({
    chain_getTransactionByHash: () => ({
      type: 'INVOKE',
      sender_address: '0x1',
      calldata: ['0x1', '0xa', selector, '0x2', '0x7', '0x8'],
    }),
    chain_getTransactionReceipt: () => ({ block_number: 3 }),
    chain_getClassAt: () => ({ abi }),
  });
  const { calls } = await pastCalls(node, '0x9');
  expect(calls).toEqual([{ address: '0xa', functionName: selector, texts: ['0x7\n0x8'] }]);
  expect(feltsIn(' 0x7\n0x8, 9 ')).toEqual(['0x7', '0x8', '9']);
  expect(feltsIn('')).toEqual([]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(
  [[], ['0x1'], ['0x1', '0xa', '0x5', '0x3', '0x7'], ['0x0', '0x1'], [`0x${'f'.repeat(60)}`]].map((felts) => [felts]),
)('other calldata is refused: %j', (felts) => {
  expect(() => callsIn(felts)).toThrow('cannot be edited');
});
