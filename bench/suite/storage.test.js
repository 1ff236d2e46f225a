import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    await box.deploy('TestERC20', [0n, 18]);
    return { exerciser: await box.deploy('Exerciser', [5]) };
  },
});

describe('a contract with storage', () => {
  test('keeps what it is told', async ({ values: { exerciser } }) => {
    await exerciser.write.set(1, 11);
    expect(await exerciser.read.get(1)).toBe('0xb');
  });

  test('starts again for each test', async ({ values: { exerciser } }) => {
    expect(await exerciser.read.get(1)).toBe('0x0');
  });

  test('emits many events', async ({ values: { exerciser }, box }) => {
    const { events } = await exerciser.write.emit_many(20);
    expect(events.filter(({ from_address }) => BigInt(from_address) === BigInt(exerciser.address))).toHaveLength(20);
    expect(await box.request('starknet_blockNumber')).toBeGreaterThan(0);
  });

  test('panics with a text', async ({ values: { exerciser } }) => {
    await expect(exerciser.read.panic_text('a text of more than thirty-one characters')).toRevertWith('thirty-one');
  });

  test('panics with felts', async ({ values: { exerciser } }) => {
    await expect(exerciser.read.panic_with([1, 2])).toRevertWith('0x1, 0x2');
  });

  test('uses gas within a limit', async ({ values: { exerciser } }) => {
    await expect(exerciser.write.increase(3)).toUseAtMost({ l2Gas: 10_000_000 });
  });
});
