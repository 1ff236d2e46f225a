import { describe, expect, test } from 'vitest';
import { WrittenNumber } from '../../json/json.ts';
import type { Params } from '../envelope.ts';
import { methods } from '../methods/index.ts';
import { journalParams } from './journalParams.ts';

const written = (method: string, params: Params) => journalParams(methods.get(method)!.journalNumbers, params);

describe('parameters in the journal', () => {
  test('have their numbers in the form that every sandbox reads', () => {
    expect(written('mint', { address: '0x10', amount: '1000000000000000000000', unit: 'WEI' })).toEqual({
      address: '0x10',
      amount: 1_000_000_000_000_000_000_000n,
      unit: 'WEI',
    });
    expect(written('mint', ['0x10', '0x20'])).toEqual(['0x10', 32]);
    expect(written('setGasPrice', { l2_gas_price_fri: '7', gas_price_wei: null })).toEqual({
      l2_gas_price_fri: 7,
      gas_price_wei: null,
    });
    expect(written('postmanSendMessageToL2', { nonce: 5, paid_fee_on_l1: '10' })).toEqual({
      nonce: '0x5',
      paid_fee_on_l1: '0xa',
    });
  });

  test('stay as they were sent otherwise', () => {
    const number = new WrittenNumber('1e30');
    for (const [method, params] of [
      ['mint', { address: '0x10', amount: number }],
      ['postmanSendMessageToL2', { nonce: '0x005' }],
      ['createBlock', undefined],
      ['setNonce', { nonce: '5' }],
    ] as const)
      expect(written(method, params)).toEqual(params);
  });
});
