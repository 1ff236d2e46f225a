import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answeringNode, notFound } from '../../../test/answeringNode.ts';
import { accountClass, execute, predeployed } from './sender.ts';

const OWN = '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const FOREIGN = '0xbeef';
const CALL = { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['0x1', '0x5', '0x0'] };

const noWait = () => expect.fail('nothing waits');

/** A node that lists an account and takes no transactions. */
const nodeWith = (status: object = {}, contractClass: object = { sierra_program: [] }) =>
  answeringNode({
    chain_chainId: () => '0x534e5f5345504f4c4941',
    sandbox_getPredeployedAccounts: () => [{ address: OWN, private_key: '0x71d7bb07b9a64f6f78ac4c816aff4da9' }],
    sandbox_getOverview: () => ({ block_generation_on: 'transaction' }),
    sandbox_getConfig: () => ({ account_contract_class_hash: '0xacc' }),
    chain_getClass: () => contractClass,
    sandbox_getStatus: () => ({ auto_impersonate: false, impersonated_accounts: [], ...status }),
    sandbox_impersonateAccount: () => null,
    sandbox_stopImpersonateAccount: () => null,
  });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a transaction', () => {
  const impersonation = (asked: readonly string[]) => asked.filter((method) => /Impersonate/i.test(method));

  test('of an account that the node has no key of is sent while the account is impersonated, also if it fails', async () => {
    const { node, asked, paramsOf } = nodeWith();
    await expect(execute(node, [CALL], FOREIGN, noWait)).rejects.toThrow('Method not found');
    expect(impersonation(asked)).toEqual(['sandbox_impersonateAccount', 'sandbox_stopImpersonateAccount']);
    expect(paramsOf('sandbox_stopImpersonateAccount')).toEqual({ account_address: FOREIGN });
    const between = asked.slice(
      asked.indexOf('sandbox_impersonateAccount') + 1,
      asked.indexOf('sandbox_stopImpersonateAccount'),
    );
    expect(between).not.toEqual([]);
  });

  test.each([
    ['of a predeployed account', OWN, {}],
    ['of an account that is impersonated already', FOREIGN, { impersonated_accounts: ['0x0BEEF'] }],
    ['of any account where all are impersonated', FOREIGN, { auto_impersonate: true }],
  ])('%s leaves impersonation alone', async (_, from, status) => {
    const { node, asked } = nodeWith(status);
    await expect(execute(node, [CALL], from, noWait)).rejects.toThrow('Method not found');
    expect(impersonation(asked)).toEqual([]);
  });

  test('brings the screen up to date, also if it fails', async () => {
    const { node } = nodeWith();
    await expect(execute(node, [CALL], OWN, noWait)).rejects.toThrow();
    vi.advanceTimersByTime(250);
    expect(node.revision.get()).toBe(1);
  });
});

test('a node that refuses to list its accounts has none', async () => {
  expect(await predeployed(answeringNode({ sandbox_getPredeployedAccounts: notFound }).node)).toEqual([]);
  expect(await predeployed(nodeWith().node)).toMatchObject([{ address: OWN }]);
});

test('accounts are of Cairo 0 if their class has a program and no Sierra', async () => {
  const { node, paramsOf } = nodeWith({}, { program: 'H4sI' });
  expect(await accountClass(node)).toBe('cairo0');
  expect(paramsOf('chain_getClass')).toMatchObject({ class_hash: '0xacc' });
  expect(await accountClass(nodeWith().node)).toBe('cairo1');
});
