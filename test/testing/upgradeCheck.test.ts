import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageAddress } from '../../src/execution/hash/address.ts';
import type { DeployedContract, Sandbox } from '../../src/index.ts';
import { InvariantError, upgradeCheck } from '../../src/testing/index.ts';
import { deployPlanted, ownClassFile, plantedBox, plantedClass } from '../support/planted.ts';

let box: Sandbox;
let settings: DeployedContract;
beforeAll(async () => {
  box = await plantedBox();
  settings = await deployPlanted(box, 'Settings');
});
afterAll(() => box.close());

test('an upgrade that moves storage is found before anything is called', async () => {
  await expect(upgradeCheck({ box, contract: settings, to: plantedClass('SettingsV2') })).rejects.toThrow(
    'fee() is 10n before the upgrade and 1000n after it',
  );
});

test('a class that does the same passes', async () => {
  const report = await upgradeCheck({ box, contract: settings, to: plantedClass('Settings'), runs: 10 });
  expect(report).toMatchObject({ sequences: 10 });
});

test('a class that looks at the time is compared at the same time', async () => {
  const auction = await deployPlanted(box, 'Auction');
  await using later = box.clone();
  await later.time.set((await box.time.now()) + 604_800n, { mine: false });
  const to = plantedClass('Auction');
  await upgradeCheck({ box: later, contract: auction, to, runs: 5 });
  await using other = later.clone();
  await other.time.unfreeze();
  await other.time.set((await box.time.now()) + 604_801n, { mine: false });
  const settle = { to: auction, entryPoint: 'settle', calldata: [] };
  expect((await box.compare(other, [settle])).differences).toEqual([]);
});

test('another class is found by the shortest sequence, whose test repeats it', async () => {
  const counter = await box.deploy(ownClassFile('counter_before'), [box.accounts[0].address] as never);
  const options = { box, contract: counter, to: ownClassFile('counter_after') };
  const error = (await upgradeCheck(options).catch((thrown: unknown) => thrown)) as InvariantError;
  expect(error).toBeInstanceOf(InvariantError);
  expect(error.sequence).toHaveLength(1);
  expect(error.message).toContain('before the upgrade');
  expect(error.test).toContain('await upgradeCheck({ ...options, sequence: [');
  await expect(upgradeCheck({ ...options, sequence: error.sequence })).rejects.toThrow('before the upgrade');
  expect(await counter.read.count()).toBe(0n);
});

const setFee = (fee: bigint) => ({ to: settings, entryPoint: 'set_fee', calldata: [fee] });

test('two sandboxes are compared call by call, and the calls that show a difference are few', async () => {
  const other = box.clone();
  const { classHash } = await other.declare(plantedClass('SettingsV2'));
  await other.setClassHash(settings.address, classHash);
  const [alice, bob] = box.accounts;
  const calls = [
    { to: box.strk, entryPoint: 'transfer', calldata: [bob, 1n, 0n], from: alice },
    setFee(200n),
    { ...setFee(7n), from: bob },
  ];
  const { isSame, differences, smallest, text } = await box.compare(other, calls, { gas: false });
  expect(isSame).toBe(false);
  expect(differences.every(({ index }) => index === 2)).toBe(true);
  expect(differences.every(({ what }) => what === 'storage')).toBe(true);
  expect(differences.map(({ here, there }) => [here, there])).toContainEqual(['0x7', 'unchanged']);
  expect(smallest).toEqual([2]);
  expect(text).toContain('Call 3 alone shows the first difference.');
  expect((await box.compare(box.clone(), calls)).isSame).toBe(true);
  await expect(upgradeCheck({ box, contract: settings, to: plantedClass('SettingsV2'), calls })).rejects.toThrow(
    'The upgrade changes what the contract does',
  );
});

test('contracts at other addresses are compared by pairs', async () => {
  const second = await deployPlanted(box, 'Settings');
  const calls = [setFee(7n), setFee(300n)];
  const { differences } = await box.compare(box.clone(), calls, { pairs: [[settings, second]] });
  expect(differences).toEqual([]);
});

/** A class with other numbers in its code. */
const changedClass = (name: 'Deeds' | 'Limbs', from: bigint, to: bigint) => {
  const definition = plantedClass(name);
  const [before, after] = [from, to].map((value) => `0x${value.toString(16)}`);
  const sierra_program = definition.sierra_program.map((felt: string) => (felt === before ? after : felt));
  expect(sierra_program).not.toEqual(definition.sierra_program);
  return { ...definition, sierra_program };
};

test('what calls return is compared', async () => {
  const deeds = await deployPlanted(box, 'Deeds');
  await expect(upgradeCheck({ box, contract: deeds, to: changedClass('Deeds', 7001n, 7002n) })).rejects.toThrow(
    'The check fails with: it returned 7001 before the upgrade and returned 7002 after it',
  );
});

test('storage that no view shows is compared by name', async () => {
  const limbs = await deployPlanted(box, 'Limbs');
  const to = changedClass('Limbs', storageAddress('total'), storageAddress('totals'));
  await expect(upgradeCheck({ box, contract: limbs, to })).rejects.toThrow(
    /fails with: storage total.* of 0x\w+ is 1 before the upgrade and unchanged after it/,
  );
});

test('the report has the gas of the calls, which is a difference if it should be', async () => {
  const { gas } = (await upgradeCheck({ box, contract: settings, to: plantedClass('Settings'), runs: 5 })) as {
    readonly gas: { readonly before: number; readonly after: number };
  };
  expect(gas.before).toBeGreaterThan(100_000);
  expect(gas.after).toBe(gas.before);
});

test('balances of STRK are compared, but not those that the fee changes', async () => {
  const other = box.clone();
  const [alice, bob] = box.accounts;
  const call = { to: box.strk, entryPoint: 'transfer', calldata: [bob, 7n, 0n], from: alice };
  await other.mint(bob!, 5n);
  const { differences } = await box.compare(other, [call], { gas: false });
  expect(differences.map(({ what }) => what)).toEqual(['storage']);
  expect(differences[0]!.name).toContain('ERC20_balances');
  await other.close();
});
