import { afterEach, describe, expect, test, vi } from 'vitest';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { answeringNode } from '../../../test/answeringNode.ts';
import { simulate } from './simulate.ts';

const CALL = { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['0x1', '0x5'] };
const TRANSFER = `0x${selectorOfName('transfer').toString(16)}`;
const explanation = { status: 'SUCCEEDED' };

const overview = (is_pre_confirmed_changed: boolean) => ({
  latest_block: { block_number: 41 },
  is_pre_confirmed_changed,
  clock: { next_block_timestamp: 1_700_000_000 },
});

const nodeWith = (more: Parameters<typeof answeringNode>[0] = {}) =>
  answeringNode({
    sandbox_getPredeployedAccounts: () => [{ address: '0xACC', private_key: '0x5' }],
    chain_chainId: () => '0x1',
    sandbox_getConfig: () => ({ account_contract_class_hash: '0x1' }),
    chain_getClass: () => ({ program: 'H4sI' }),
    chain_getNonce: () => '0x7',
    sandbox_explainEstimate: () => ({ transactions: [explanation] }),
    sandbox_getOverview: () => overview(false),
    ...more,
  });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a simulation', () => {
  test('runs the calls of any account in the open block, unsigned and for nothing', async () => {
    const { node, paramsOf } = nodeWith();
    expect(await simulate(node, [CALL], '0x00BEEF')).toMatchObject({ explanation, isValidated: false });
    expect(paramsOf('chain_getNonce')).toEqual({ block_id: 'pre_confirmed', contract_address: '0xbeef' });
    const params = paramsOf('sandbox_explainEstimate');
    expect(params).toMatchObject({ simulation_flags: ['SKIP_VALIDATE'] });
    expect((params as { request: object[] }).request).toMatchObject([
      {
        sender_address: '0xbeef',
        nonce: '0x7',
        signature: [],
        calldata: ['0x1', '0x49d', TRANSFER, '0x2', '0x1', '0x5'],
        resource_bounds: { l2_gas: { max_price_per_unit: '0x0' } },
      },
    ]);
    const whatIf = {
      block: '3',
      time: '',
      overrides: [{ kind: 'code', address: '0x1', name: '', value: '0x2' }],
    } as const;
    await simulate(node, [CALL], '0xbeef', whatIf);
    expect(paramsOf('sandbox_explainEstimate')).toMatchObject({
      block_id: { block_number: 3 },
      overrides: { classes: [{ contract_address: '0x1', class_hash: '0x2' }] },
    });
  });

  test('stays what it is when the chain goes on, to be debugged', async () => {
    const { node, paramsOf } = nodeWith();
    const { params, isNow } = await simulate(node, [CALL], '0xbeef');
    expect(params).toEqual(paramsOf('sandbox_explainEstimate'));
    expect(params).toMatchObject({
      block_id: { block_number: 41 },
      overrides: {
        time: '1700000000',
        block_number: 42,
        nonces: [{ contract_address: '0xbeef', nonce: '0x7' }],
      },
    });
    expect(isNow).toBe(true);
    const later = await simulate(node, [CALL], '0xbeef', { block: '', time: '5', overrides: [] });
    expect(later).toMatchObject({ isNow: false, params: { overrides: { time: '5', block_number: 42 } } });
  });

  test('starts from the open block where that has transactions or edits, with the nonce of its sender', async () => {
    const { node } = nodeWith({ sandbox_getOverview: () => overview(true) });
    const { params } = await simulate(node, [CALL], '0xbeef');
    expect(params).toMatchObject({ block_id: 'pre_confirmed', overrides: { nonces: [{ nonce: '0x7' }] } });
  });

  test('writes the calls of a predeployed account as its class reads them', async () => {
    const { node, paramsOf } = nodeWith();
    await simulate(node, [CALL], '0xacc');
    const { request } = paramsOf('sandbox_explainEstimate') as { request: { calldata: string[] }[] };
    // Cairo 0: the calls with the places of their arguments, then all arguments.
    expect(request[0]!.calldata).toEqual(['0x1', '0x49d', TRANSFER, '0x0', '0x2', '0x2', '0x1', '0x5']);
  });

  test('is signed by an account whose key the page has, and validated unless that account is another one', async () => {
    const { node } = nodeWith();
    const { isValidated, params } = await simulate(node, [CALL], '0xacc');
    expect([isValidated, params.simulation_flags]).toEqual([true, []]);
    expect(params.request).toMatchObject([{ signature: [/^0x/, /^0x/].map((hex) => expect.stringMatching(hex)) }]);
    for (const kind of ['code', 'storage'] as const) {
      const overrides = [{ kind, address: '0x0Acc', name: 'key', value: '0x2' }];
      const other = await simulate(node, [CALL], '0xacc', { block: '', time: '', overrides });
      expect(other).toMatchObject({ isValidated: false, params: { simulation_flags: ['SKIP_VALIDATE'] } });
      expect(other.params.request).toMatchObject([{ signature: [] }]);
    }
  });
});
