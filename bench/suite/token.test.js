import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    const [owner, friend] = box.accounts;
    const token = await box.deploy('TestERC20', [0n, 18]);
    await token.write.mint(owner.address, 1000n);
    return { token, owner: owner.address, friend: friend.address };
  },
});

describe('a token', () => {
  test('has decimals', async ({ values: { token } }) => {
    expect(await token.read.decimals()).toBe(18n);
  });

  test('gives its supply to the owner', async ({ values: { token, owner } }) => {
    expect(await token.read.balance_of(owner)).toBe(1000n);
    expect(await token.read.total_supply()).toBe(1000n);
  });

  test('moves with a transfer', async ({ values: { token, owner, friend } }) => {
    await expect(token.write.transfer(friend, 5n)).toEmit(token, 'Transfer', { from: owner, to: friend, value: 5n });
    expect(await token.read.balance_of(friend)).toBe(5n);
  });

  test('is not sent by those who have none', async ({ values: { token, friend }, box }) => {
    await expect(token.write.transfer(friend, 5n, { from: box.accounts[1] })).toRevertWith('insufficient balance');
  });

  test('is spent by others within their allowance', async ({ values: { token, owner, friend }, box }) => {
    await token.write.approve(friend, 10n);
    await token.write.transfer_from(owner, friend, 4n, { from: box.accounts[1] });
    expect(await token.read.allowance(owner, friend)).toBe(6n);
  });

  test('is not spent by others beyond it', async ({ values: { token, owner, friend }, box }) => {
    await expect(token.write.transfer_from(owner, friend, 4n, { from: box.accounts[1] })).toRevertWith(/allowance/);
  });

  test('is burnt by those who have it', async ({ values: { token, owner }, box }) => {
    await token.write.burn(7n);
    expect(await token.read.balance_of(owner)).toBe(993n);
    await expect(token.write.burn(7n, { from: box.accounts[1] })).toRevertWith('insufficient balance');
  });
});
