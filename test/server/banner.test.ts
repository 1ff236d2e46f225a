import { expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { bannerText } from '../../src/cli/start/banner.ts';

test('the name of a chain, which an origin may choose, is shown as one line without control characters', async () => {
  const node = await createBundledNode({ ...defaultConfig, accounts: 0, seed: 1 });
  const config = { ...node.config, chainId: 'SN\u001b[2J\nSeed: 1' };
  const { chainId, accounts, system } = node;
  expect(bannerText({ ...node, config, chainId, accounts, system } as unknown as typeof node).split('\n')[0]).toMatch(
    /^Chain ID: SN\\u001b\[2J\\nSeed: 1 \(0x/,
  );
  node.close();
});

test.each([
  [{}, 'the Cairo 1 account class of Starbox'],
  [{ accountClass: 'cairo0' }, 'the Cairo 0 account class of Starbox'],
  [{ accountClassCustom: '{}' }, 'your class of --account-class-custom'],
  [{ systemClasses: { account: '{}' } }, 'your class of --system-classes'],
] as const)('the banner says where the class of the accounts comes from: %j', async (given, words) => {
  const node = await createBundledNode({ ...defaultConfig, accounts: 1, seed: 1 });
  const { chainId, accounts, system } = node;
  const config = { ...node.config, ...given };
  expect(bannerText({ config, chainId, accounts, system } as unknown as typeof node)).toContain(
    `\nPredeployed accounts using ${words} with hash: 0x0`,
  );
  node.close();
});
