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
    `\nPredeployed accounts using ${words} with hash: 0x`,
  );
  node.close();
});

test('the banner names the known class hashes that run classes of ours, and how to use the originals', async () => {
  const node = await createBundledNode({ ...defaultConfig, accounts: 1, seed: 0 });
  const listed = node.system.substitutes.map(([classHash]) => `0x${classHash.toString(16)}`);
  expect(listed.length).toBeGreaterThan(0);
  expect(bannerText(node)).toContain(
    `\nWell-known class hashes that run classes of Starbox (--system-classes uses the originals: docs/configuration.md)\n${listed.join('\n')}\n`,
  );
  node.close();
});

test('addresses are written as in answers, and under the name starknet-devnet as that program writes them', async () => {
  const node = await createBundledNode({ ...defaultConfig, accounts: 1, seed: 0 });
  const text = bannerText(node);
  const addresses = text.match(/0x[0-9a-zA-Z]+/g)!;
  expect(addresses.length).toBeGreaterThan(9);
  expect(addresses.filter((address) => !/^0x[1-9a-f][0-9a-f]*$/.test(address))).toEqual([]);
  expect(text).toContain('| Account address |  0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691\n');
  const devnet = bannerText(node, true);
  expect(devnet).toContain('| Account address |  0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691\n');
  expect(devnet).toContain('STRK Address: 0x4718F5A0FC34CC1AF16A1CDEE98FFB20C31F5CD61D6AB07201858F4287C938D\n');
  node.close();
});
