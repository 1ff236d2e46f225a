import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    const [{ address: owner }] = box.accounts;
    const token = await box.deploy('TestERC20', [0n, 18]);
    await token.write.mint(owner, 1000n);
    const exerciser = await box.deploy('Exerciser', [5]);
    return { token, exerciser, counter: await box.deploy('Counter', [owner]) };
  },
});

describe('a contract that is replaced', () => {
  test('counts before', async ({ values: { counter } }) => {
    await counter.write.add();
    expect(await counter.read.count()).toBe(1n);
  });

  test('has the class of the other one after', async ({ values: { exerciser, counter }, box }) => {
    const class_hash = await box.request('starknet_getClassHashAt', {
      block_id: 'latest',
      contract_address: counter.address,
    });
    await exerciser.write.replace(class_hash);
    expect(
      await box.request('starknet_getClassHashAt', { block_id: 'latest', contract_address: exerciser.address }),
    ).toBe(class_hash);
  });

  test('does not know its old functions', async ({ values: { exerciser, counter }, box }) => {
    const class_hash = await box.request('starknet_getClassHashAt', {
      block_id: 'latest',
      contract_address: counter.address,
    });
    await exerciser.write.replace(class_hash);
    await expect(exerciser.write.set(1, 2)).rejects.toThrow(/set/);
  });

  test('counts for others too', async ({ values: { counter }, box }) => {
    await counter.write.add({ from: box.accounts[1] });
    expect(await counter.read.count()).toBe(1n);
  });

  test('can be restored', async ({ values: { counter }, box }) => {
    const mark = box.snapshot();
    await counter.write.add();
    box.restore(mark);
    expect(await counter.read.count()).toBe(0n);
  });

  test('leaves others alone', async ({ values: { token } }) => {
    expect(await token.read.total_supply()).toBe(1000n);
  });
});
