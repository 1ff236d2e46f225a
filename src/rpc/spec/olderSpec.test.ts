import { expect, test } from 'vitest';
import { OlderSpec } from './olderSpec.ts';
import { SPEC_0_9 } from './v0_9.ts';

const spec = new OlderSpec(SPEC_0_9);

test('members that were added later are removed, and nothing else', () => {
  const events = [
    { keys: ['0x1'], event_index: 0, transaction_index: 3 },
    { keys: [], event_index: 1 },
  ];
  expect(spec.result('getEvents', { events, continuation_token: '1-0' })).toEqual({
    events: [{ keys: ['0x1'] }, { keys: [] }],
    continuation_token: '1-0',
  });
  expect(events[0]).toHaveProperty('event_index', 0);
  expect(spec.result('subscriptionNewHeads', { block_number: 1, event_count: 2 })).toEqual({ block_number: 1 });
});

test('a transaction of L1 has the members of the specification only', () => {
  const transaction = { type: 'L1_HANDLER', version: '0x0', nonce: '0x0', calldata: ['0x8'] };
  const answered = { ...transaction, l1_transaction_hash: null, paid_fee_on_l1: '0x1' };
  expect(spec.result('getTransactionByHash', answered)).toEqual(transaction);
  expect(spec.result('getBlockWithTxs', { transactions: [answered] })).toEqual({ transactions: [transaction] });
  expect(spec.result('subscriptionNewTransaction', answered)).toEqual(transaction);
});

test('the items of a list can be changed one by one', () => {
  const transaction = { type: 'L1_HANDLER', l1_transaction_hash: null };
  expect(spec.item('getBlockWithTxs', 'transactions', transaction)).toEqual({ type: 'L1_HANDLER' });
  expect(spec.item('getBlockWithReceipts', 'transactions', { receipt: {}, transaction })).toEqual({
    receipt: {},
    transaction: { type: 'L1_HANDLER' },
  });
  const traced = { trace_root: { state_diff: { nonces: [], migrated_compiled_classes: [] } } };
  expect(spec.item('traceBlockTransactions', undefined, traced)).toEqual({
    trace_root: { state_diff: { nonces: [] } },
  });
  expect(spec.item('getBlockWithTxs', 'transactions', traced)).toBe(traced);
});

test('a result without such members stays the same object', () => {
  for (const [method, result] of [
    ['getEvents', { events: [{ keys: [] }] }],
    ['getStateUpdate', { old_root: '0x0', state_diff: { nonces: [] } }],
    ['getBlockWithTxs', { transactions: [{ type: 'INVOKE' }, null] }],
    ['simulateTransactions', { simulated_transactions: [] }],
    ['getTransactionByHash', null],
    ['call', ['0x1']],
  ] as const)
    expect(spec.result(method, result)).toBe(result);
});

test('parameters and flags that were added later are refused by name, in both forms', () => {
  const refused = [
    ['getStorageAt', { response_flags: [] }],
    ['getStorageAt', ['0x1', '0x2', 'latest', ['INCLUDE_LAST_UPDATE_BLOCK']]],
    ['traceBlockTransactions', ['latest', []]],
  ] as const;
  for (const [method, params] of refused)
    expect(() => spec.check(method, params)).toThrow(/_flags is not part of JSON-RPC 0\.9\.0\. Leave it out/);
  const simulate = (flag: string) => spec.check('simulateTransactions', ['latest', [], [flag]]);
  expect(() => simulate('RETURN_INITIAL_READS')).toThrow(/RETURN_INITIAL_READS is not part/);
  simulate('SKIP_VALIDATE');
  spec.check('getStorageAt', ['0x1', '0x2', 'latest']);
  spec.check('chainId', undefined);
});

test('the version and the words of errors are those of the older specification', () => {
  expect(spec.result('specVersion', '0.10.2')).toBe('0.9.0');
  const notFound = { code: 21, message: 'Requested entry point does not exist in the contract', data: 'x' };
  expect(spec.error(notFound)).toEqual({ ...notFound, message: 'Requested entrypoint does not exist in the contract' });
  const other = { code: 20, message: 'Contract not found' };
  expect(spec.error(other)).toBe(other);
});
