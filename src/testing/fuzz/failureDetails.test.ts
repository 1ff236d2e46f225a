import { expect, test, vi } from 'vitest';
import { Sandbox } from '../../library/index.ts';
import { failureDetails } from './failureDetails.ts';
import type { World } from './world.ts';

test('a transaction that the debugger cannot record is explained all the same', async () => {
  const box = await Sandbox.create({ seed: 7 });
  await box.strk.write.transfer(box.accounts[1]!, 5n);
  vi.spyOn(box, 'debug').mockRejectedValue(new Error('The recording would be larger than 256 MB.'));
  const world = { box, contracts: { strk: box.strk }, setting: { hints: { addresses: [] } }, startBlock: 0 };
  const { explanation, place } = await failureDetails(world as unknown as World);
  expect(explanation).toContain('transfer');
  expect(place).toBeUndefined();
  await box.close();
});

test('a transaction that cannot be explained leaves the failure that was found', async () => {
  const box = await Sandbox.create({ seed: 7 });
  await box.strk.write.transfer(box.accounts[1]!, 5n);
  const request = (method: string, params: unknown) =>
    method === 'devnet_explainTransaction'
      ? Promise.reject(new Error('There is no memory for it.'))
      : box.request(method as 'starknet_chainId', params as never);
  const { blocks } = box;
  const given = { request, blocks, debug: () => Promise.reject(new Error('no')), saveState: () => box.saveState() };
  const world = { box: given, contracts: {}, setting: { hints: { addresses: [] } }, startBlock: 0 };
  const details = await failureDetails(world as unknown as World);
  expect(details).toMatchObject({ explanation: '', place: undefined });
  expect(details.debug).toContain('npx starbox debug 0x');
  await box.close();
});
