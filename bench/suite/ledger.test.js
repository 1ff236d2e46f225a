import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    const [{ address: owner }] = box.accounts;
    await box.deploy('TestERC20', [0n, 18]);
    return { ledger: await box.deploy('Ledger', [owner]), owner };
  },
});

describe('a ledger', () => {
  test('counts', async ({ values: { ledger } }) => {
    await ledger.write.set_count(12);
    expect(await ledger.read.count()).toBe(12n);
  });

  test('has a title of any length', async ({ values: { ledger } }) => {
    const title = 'A long title of a ledger, with an accent: é';
    await ledger.write.set_title(title);
    expect(await ledger.read.get_title()).toBe(title);
  });

  test('has scores of players in rounds', async ({ values: { ledger, owner } }) => {
    await ledger.write.set_score(owner, 2n ** 130n, 55n);
    expect(await ledger.read.score_of(owner, 2n ** 130n)).toBe(55n);
    expect(await ledger.read.score_of(owner, 1n)).toBe(0n);
  });

  test('refuses counts that are none', async ({ values: { ledger } }) => {
    await expect(async () => ledger.write.set_count(-1)).rejects.toThrow(/count/);
  });

  test('is filled', async ({ values: { ledger } }) => {
    const { fee } = await ledger.write.fill(1, 50);
    expect(fee).toBeGreaterThan(0n);
  });
});
