import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    const [{ address: owner }] = box.accounts;
    const token = await box.deploy('TestERC20', [0n, 18]);
    const vault = await box.deploy('ERC4626Mock', [token.address, 'Vault of gold', 'vGLD']);
    await token.write.mint(owner, 1000n);
    await token.write.approve(vault.address, 500n);
    return { token, vault, owner };
  },
});

describe('a vault', () => {
  test('is about its asset', async ({ values: { vault, token } }) => {
    expect(BigInt(await vault.read.asset())).toBe(BigInt(token.address));
    expect(await vault.read.name()).toBe('Vault of gold');
  });

  test('gives shares for deposits', async ({ values: { vault, owner } }) => {
    await expect(vault.write.deposit(100n, owner)).toEmit(vault, 'Deposit', { assets: 100n });
    expect(await vault.read.balance_of(owner)).toBe(await vault.read.convert_to_shares(100n));
  });

  test('gives them back', async ({ values: { vault, token, owner } }) => {
    await vault.write.deposit(100n, owner);
    await vault.write.withdraw(40n, owner, owner);
    expect(await token.read.balance_of(owner)).toBe(940n);
  });

  test('refuses more than the allowance', async ({ values: { vault, owner } }) => {
    await expect(vault.write.deposit(501n, owner)).toRevertWith(/allowance/);
  });

  test('refuses to give more than there is', async ({ values: { vault, owner } }) => {
    await expect(vault.write.withdraw(1n, owner, owner)).toRevertWith('exceeded max withdraw');
  });

  test('says what it would give', async ({ values: { vault } }) => {
    expect(await vault.read.preview_deposit(7n)).toBe(await vault.read.convert_to_shares(7n));
  });
});
