// Profiles: the samples of a transaction add up to the L2 gas of its receipt.
import { readFileSync } from 'node:fs';
import { hash } from 'starknet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { FailuresProject, wayData } from '../support/failures.ts';

const project = new FailuresProject();
afterAll(() => project.remove());

let box: Sandbox;
let shop: `0x${string}`;
let till: `0x${string}`;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [`${project.folder}/target/dev`] });
  const deploy = async (name: 'Shop' | 'Till' | 'Vault', args: string[]) =>
    (await box.deploy(JSON.parse(readFileSync(project.classFile(name), 'utf8')), args as never)).address;
  till = await deploy('Till', [await deploy('Vault', [])]);
  shop = await deploy('Shop', [till]);
});
afterAll(() => box.close());

const fail = (way: Parameters<typeof wayData>[0]) => ({ to: shop, entryPoint: 'fail', calldata: wayData(way) });
const sum = (samples: readonly { readonly l2Gas: number }[]) => samples.reduce((total, { l2Gas }) => total + l2Gas, 0);

/** The receipts of all transactions. */
async function receipts(of: Sandbox) {
  const { block_number } = await of.request('starknet_blockHashAndNumber');
  const found: { readonly transaction_hash: string; readonly l2Gas: number; readonly status: string }[] = [];
  for (let number = 1; number <= block_number; number++) {
    const block = await of.request('starknet_getBlockWithReceipts', { block_id: { block_number: number } });
    for (const { receipt } of block.transactions) {
      const { transaction_hash, execution_resources, execution_status } = receipt;
      found.push({ transaction_hash, l2Gas: execution_resources.l2_gas, status: execution_status });
    }
  }
  return found;
}

async function expectExactSums(of: Sandbox): Promise<number> {
  const all = await receipts(of);
  for (const { transaction_hash, l2Gas } of all) {
    const { samples, l2Gas: total } = await of.profile(transaction_hash);
    expect([sum(samples), Number(total)]).toEqual([l2Gas, l2Gas]);
    for (const sample of samples) expect(sample.l2Gas).toBeGreaterThanOrEqual(0);
  }
  const whole = await of.profile();
  expect(sum(whole.samples)).toBe(all.reduce((total, { l2Gas }) => total + l2Gas, 0));
  return all.length;
}

describe('a profile', () => {
  test('of every transaction adds up to its receipt, to the unit: declared, deployed, called and reverted', async () => {
    const [from] = box.accounts;
    await box.strk.write.transfer('0x99', 5n, { from: from! });
    for (const way of ['none', 'caught', 'panic', 'overflow', 'undeployed'] as const)
      await box.execute(fail(way), { from: from! }).catch(() => undefined);
    expect((await receipts(box)).filter(({ status }) => status === 'REVERTED').length).toBeGreaterThan(0);
    expect(await expectExactSums(box)).toBeGreaterThan(8);
  });

  test('of many calls of the same function has one stack for all of them', async () => {
    const calls = (count: number) => [
      count,
      ...Array.from({ length: count }, () => [till, hash.getSelectorFromName('fail'), 1, ...wayData('none')]).flat(),
    ];
    const profileOf = async (count: number) => {
      const call = { to: shop, entryPoint: 'multicall', calldata: calls(count) };
      const { transactionHash, receipt } = await box.execute(call, { from: box.accounts[0]! });
      const profile = await box.profile(transactionHash);
      expect(sum(profile.samples)).toBe(receipt.execution_resources.l2_gas);
      return profile.samples.filter(({ stack }) => stack.some(({ name }) => name === 'Vault.fail'));
    };
    const [few, many] = [await profileOf(2), await profileOf(40)];
    expect(many.length).toBe(few.length);
    expect(sum(many)).toBeGreaterThan(15 * sum(few));
  });

  test('of transactions of Cairo 0 accounts adds up too', async () => {
    const old = await Sandbox.create({ seed: 7, accounts: 2, accountClass: 'cairo0' });
    await old.strk.write.transfer('0x99', 5n, { from: old.accounts[0]! });
    expect(await expectExactSums(old)).toBe(1);
    await old.close();
  });

  test('names the Cairo functions, inlined ones too, the lines and the libfuncs', async () => {
    const { transactionHash } = await box.execute(fail('none'), { from: box.accounts[0]! });
    const { text, samples, html, speedscope, pprof } = await box.profile(transactionHash);
    expect(text).toMatch(/Vault\.fail/);
    expect(text).toMatch(/src\/vault\.cairo:\d+/);
    expect(text).toMatch(/storage_read_syscall/);
    // The account has no debug information. Its functions are not those of another contract with the same number.
    expect(samples.some(({ stack }) => stack.some(({ name }) => /^function \d+ of Account$/.test(name)))).toBe(true);
    expect(samples.some(({ stack }) => stack.some(({ name }) => /^function \d+$/.test(name)))).toBe(false);
    const inVault = samples.find(({ stack }) => stack.some(({ file }) => file?.endsWith('vault.cairo')))!;
    expect(inVault.stack.slice(0, 5).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['execute', 'Account.__execute__', 'Shop.fail', 'Till.fail', 'Vault.fail']),
    );
    expect(html).toContain('Vault.fail');
    expect(html).not.toMatch(/https?:/);
    const graph = JSON.parse(speedscope) as { profiles: { weights: number[]; endValue: number }[] };
    expect(graph.profiles[0]!.endValue).toBe(sum(samples));
    expect(pprof.length).toBeGreaterThan(1000);
    expect(new TextDecoder().decode(pprof)).toContain('Vault.fail');
  });

  test('of a call has the gas of the call', async () => {
    const profile = await box.profile({ to: shop, entryPoint: 'fail', calldata: wayData('none') });
    expect(sum(profile.samples)).toBe(Number(profile.l2Gas));
    expect(profile.text).toMatch(/Shop\.fail/);
  });

  test('of a chain without transactions is empty, and says so', async () => {
    const empty = await Sandbox.create({ accounts: 1 });
    const { samples, l2Gas, html, text } = await empty.profile();
    expect([samples, l2Gas]).toEqual([[], 0n]);
    expect(html).toContain('<title>0 transactions: 0 L2 gas</title>');
    expect(text).toBe('0 L2 gas, 0 steps\n');
    await empty.close();
  });

  test('of what does not exist is refused', async () => {
    await expect(box.profile('0x1')).rejects.toThrow(/Transaction hash not found/i);
    await expect(box.profile({ to: '0x1', entryPoint: 'x' })).rejects.toThrow(/Contract not found/i);
  });
});
