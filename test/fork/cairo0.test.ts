import { expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { Sandbox } from '../../src/index.ts';
import { formatClass } from '../../src/rpc/format/contractClass.ts';
import { block, forkOf } from '../support/fork/chains.ts';
import { hex } from '../support/fork/wallet.ts';
import { echo } from './cairo0Echo.ts';

const ADDRESS = '0xc0';

test('a Cairo 0 class of the origin reads and runs on the fork as it does there', async () => {
  const origin = await Sandbox.create({ seed: 1, accounts: 1 });
  const edit = { state_diff: {}, classes: [{ contract_class: await formatClass(echo) }] };
  const { classes } = await origin.request<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', edit);
  const class_hash = classes[0]!.class_hash;
  await origin.request('devnet_applyStateDiff', {
    state_diff: { deployed_contracts: [{ address: ADDRESS, class_hash }] },
  });
  await origin.blocks.mine();
  const fork = await forkOf(origin);
  const call = {
    request: { contract_address: ADDRESS, entry_point_selector: hex(selectorOf('echo')), calldata: ['0x7', '0x8'] },
    block_id: 'latest',
  } as const;
  expect(await origin.request('starknet_call', call)).toEqual(['0x7', '0x8']);
  expect(await fork.request('starknet_call', call)).toEqual(['0x7', '0x8']);
  expect(await fork.request('starknet_call', { ...call, block_id: block(1) })).toEqual(['0x7', '0x8']);
  const shown = await origin.request('starknet_getClass', ['latest', class_hash]);
  expect(await fork.request('starknet_getClass', ['latest', class_hash])).toEqual(shown);
  expect(await fork.request('starknet_getClassHashAt', ['latest', ADDRESS])).toBe(class_hash);
  fork.close();
  origin.close();
});
