import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    const [{ address: owner }] = box.accounts;
    const vault = await box.deploy('Vault', []);
    const till = await box.deploy('Till', [vault.address]);
    const shop = await box.deploy('Shop', [till.address]);
    const token = await box.deploy('TestERC20', [0n, 18]);
    await token.write.mint(owner, 1000n);
    return { shop, token, exerciser: await box.deploy('Exerciser', [5]) };
  },
});

describe('contracts that call each other', () => {
  test('fail where the innermost one fails', async ({ values: { shop } }) => {
    await expect(shop.write.fail({ Assert: [] })).toRevertWith();
  });

  test('fail with an overflow', async ({ values: { shop } }) => {
    await expect(shop.write.fail({ Overflow: 255 })).toRevertWith('u8_add Overflow');
  });

  test('fail with an index', async ({ values: { shop } }) => {
    await expect(shop.write.fail({ Index: [] })).toRevertWith('Index out of bounds');
  });

  test('get messages from L1', async ({ values: { exerciser }, box }) => {
    await box.l1.connect('mock');
    await box.l1.sendToL2({
      from: '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0',
      to: exerciser,
      handler: 'on_message',
      payload: [5n],
    });
    expect(await box.request('starknet_blockNumber')).toBeGreaterThan(0);
  });

  test('send messages to L1', async ({ values: { exerciser } }) => {
    const { receipt } = await exerciser.write.send('0x99', [1, 2]);
    expect(receipt.messages_sent).toHaveLength(1);
  });

  test('change balances', async ({ values: { token }, box }) => {
    const pay = () => token.write.transfer('0x99', 5n);
    await expect(pay).toChangeBalances(
      [
        [box.accounts[0], -5n],
        ['0x99', 5n],
      ],
      token,
    );
  });
});
