import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SendRequest } from '../library/requests/requests.ts';
import { decodeCalls } from './askedCall.ts';

test('the ABI of a contract is asked for once, however many calls it has', async () => {
  const { abi } = JSON.parse(
    readFileSync(new URL('../../contracts/classes/erc20.sierra.json', import.meta.url), 'utf8'),
  );
  let asked = 0;
  const request = (async () => {
    asked++;
    return { abi: JSON.stringify(abi) };
  }) as unknown as SendRequest;
  const call = (contract_address: string) => ({
    contract_address,
    entry_point: 'transfer',
    calldata: ['0x1', '2', '0'],
  });
  const calls = await decodeCalls(request, [
    ...Array.from({ length: 50 }, () => call('0x5')),
    call('0x05'),
    call('0x6'),
  ]);
  expect(calls.every(({ text }) => text === 'transfer(recipient: 0x1, amount: 2)')).toBe(true);
  expect(asked).toBe(2);
});
