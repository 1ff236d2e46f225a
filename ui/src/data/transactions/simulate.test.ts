import { afterEach, describe, expect, test, vi } from 'vitest';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { answeringNode } from '../../../test/answeringNode.ts';
import { simulate } from './simulate.ts';

const CALL = { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['0x1', '0x5'] };
const TRANSFER = `0x${selectorOfName('transfer').toString(16)}`;
const explanation = { status: 'SUCCEEDED' };
const fee = { overall_fee: '0x10' };

const nodeWith = (more: Parameters<typeof answeringNode>[0] = {}) =>
  answeringNode({
    sandbox_getPredeployedAccounts: () => [{ address: '0xACC' }],
    sandbox_getConfig: () => ({ account_contract_class_hash: '0x1' }),
    chain_getClass: () => ({ program: 'H4sI' }),
    chain_getNonce: () => '0x7',
    sandbox_explainEstimate: () => ({ transactions: [explanation], estimates: [fee] }),
    ...more,
  });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a simulation', () => {
  test('runs the calls of any account in the open block, unsigned and for nothing', async () => {
    const { node, paramsOf } = nodeWith();
    expect(await simulate(node, [CALL], '0x00BEEF')).toMatchObject({ explanation, fee });
    expect(paramsOf('chain_getNonce')).toEqual({ block_id: 'pre_confirmed', contract_address: '0xbeef' });
    const params = paramsOf('sandbox_explainEstimate');
    expect(params).toMatchObject({ simulation_flags: ['SKIP_VALIDATE'], block_id: 'pre_confirmed' });
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

  test('writes the calls of a predeployed account as its class reads them', async () => {
    const { node, paramsOf } = nodeWith();
    await simulate(node, [CALL], '0xacc');
    const { request } = paramsOf('sandbox_explainEstimate') as { request: { calldata: string[] }[] };
    // Cairo 0: the calls with the places of their arguments, then all arguments.
    expect(request[0]!.calldata).toEqual(['0x1', '0x49d', TRANSFER, '0x0', '0x2', '0x2', '0x1', '0x5']);
  });

  test('of a transaction that fails has no fee, and says why', async () => {
    const { node } = nodeWith({ sandbox_explainEstimate: () => ({ transactions: [explanation], estimates: null }) });
    expect(await simulate(node, [CALL], '0xbeef')).toMatchObject({ explanation, fee: undefined });
  });
});
