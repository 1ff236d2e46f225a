import { sandboxTest } from 'starbox/testing/vitest';
import { describe, expect } from 'vitest';

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    const [owner, friend] = box.accounts;
    await box.deploy('TestERC20', [0n, 18]);
    const udc = '0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125';
    return { art: await box.deploy('TestERC721', [3n]), owner: owner.address, friend: friend.address, udc };
  },
});

describe('a collection', () => {
  test('gives its tokens to who deployed it', async ({ values: { art, udc } }) => {
    expect(await art.read.balance_of(udc)).toBe(3n);
  });

  test('names the owner of a token', async ({ values: { art, udc } }) => {
    expect(BigInt(await art.read.owner_of(1n))).toBe(BigInt(udc));
  });

  test('moves a token for its owner alone', async ({ values: { art, udc, friend } }) => {
    await expect(art.write.transfer_from(udc, friend, 1n)).toRevertWith('ERC721: unauthorized caller');
  });

  test('refuses tokens that do not exist', async ({ values: { art, owner, friend } }) => {
    await expect(art.write.transfer_from(owner, friend, 99n)).toRevertWith('ERC721: invalid token ID');
    await expect(art.read.owner_of(99n)).toRevertWith('ERC721: invalid token ID');
  });

  test('remembers operators', async ({ values: { art, owner, friend } }) => {
    await expect(art.write.set_approval_for_all(friend, true)).toEmit(art, 'ApprovalForAll', { approved: true });
    expect(await art.read.is_approved_for_all(owner, friend)).toBe(true);
  });

  test('refuses approvals by others', async ({ values: { art, friend } }) => {
    await expect(art.write.approve(friend, 1n)).toRevertWith('ERC721: unauthorized caller');
  });
});
