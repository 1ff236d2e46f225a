import { copyFile, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RebuiltClass, Sandbox } from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');
const classFile = (name: string) => join(root, `contracts/classes/${name}.sierra.json`);
const source = (build: 'before' | 'after') => join(root, `contracts/rebuilt/${build}/counter.cairo`);

let folder: string;
let box: Sandbox;
let problems: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'starbox-watch-'));
  await mkdir(join(folder, 'target/dev'), { recursive: true });
  await mkdir(join(folder, 'src'));
  box = await Sandbox.create({ seed: 7, accounts: 1, artifacts: [] });
  problems = [];
});
afterEach(async () => {
  await box.close();
  await rm(folder, { recursive: true, force: true });
});

const file = (name = 'counter_Counter', profile = 'dev') =>
  join(folder, `target/${profile}/${name}.contract_class.json`);
/** Does what a build does: the source is there before the class file. */
async function build(which: 'before' | 'after', name?: string): Promise<void> {
  await copyFile(source(which), join(folder, 'src/lib.cairo'));
  await copyFile(classFile(`counter_${which}`), file(name));
}
const watch = (options = {}) =>
  box.watch(join(folder, 'target/dev'), { onProblem: (text) => problems.push(text), ...options });
const nextRebuild = () => new Promise<RebuiltClass>((resolve) => box.on('rebuild', resolve));
const count = (address: string, block: 'latest' | 'pre_confirmed' = 'latest') =>
  box.call({ to: address, entryPoint: 'count', calldata: [] }, { block }).then(([value]) => BigInt(value!));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const deploy = (salt: bigint) => box.deploy(file(), [box.accounts[0]!.address], { salt });

describe('a class that is built again', () => {
  test('is declared, and contracts of the earlier build run it with their storage', async () => {
    await build('before');
    const [first, second] = [await deploy(1n), await deploy(2n)];
    await first.write['add']!();
    expect(await count(first.address)).toBe(1n);
    const before = await box.getClassHash(first.address);
    await watch();
    const rebuild = nextRebuild();
    await build('after');
    const { contractName, classHash, contracts, storage, isConstructorChanged, path } = await rebuild;
    expect([contractName, path, isConstructorChanged]).toEqual(['Counter', file(), true]);
    expect(contracts.map(({ address }) => address).sort()).toEqual([first.address, second.address].sort());
    expect(contracts.every(({ from }) => from === before)).toBe(true);
    expect(storage).toEqual({
      added: [{ name: 'step', type: 'u8' }],
      removed: [{ name: 'owner', type: 'ContractAddress' }],
      changed: [{ name: 'limit', from: 'u32', to: 'u64' }],
    });
    expect(await box.getClassHash(first.address, { block: 'latest' })).toBe(classHash);
    expect([await count(first.address), await count(second.address)]).toEqual([10n, 0n]);
    expect(problems).toEqual([]);
  });

  test('is told to subscribers over WebSocket', async () => {
    await build('before');
    const { address } = await deploy(1n);
    await watch();
    const socket = new box.WebSocket('ws://box/ws');
    const messages: { method?: string; result?: string; params?: { subscription_id: string; result: unknown } }[] = [];
    socket.onmessage = ({ data }) => messages.push(JSON.parse(String(data)));
    const received = (count: number) =>
      vi.waitFor(() => expect(messages).toHaveLength(count), { timeout: 600_000, interval: 10 });
    await new Promise<void>((resolve) => {
      socket.onopen = () => resolve();
    });
    socket.send('{"jsonrpc":"2.0","id":1,"method":"devnet_subscribeRebuilds"}');
    await received(1);
    await build('after');
    await received(2);
    const { method, params } = messages[1]!;
    expect(method).toBe('devnet_subscriptionRebuilds');
    expect(params).toEqual({
      subscription_id: messages[0]!.result,
      result: {
        contract_name: 'Counter',
        class_hash: await box.getClassHash(address),
        contracts: [{ contract_address: address, earlier_class_hash: expect.stringMatching(/^0x\w+$/) }],
        storage: {
          added: [{ name: 'step', type: 'u8' }],
          removed: [{ name: 'owner', type: 'ContractAddress' }],
          changed: [{ name: 'limit', from: 'u32', to: 'u64' }],
        },
        is_constructor_changed: true,
        is_too_large: false,
      },
    });
    socket.close();
  });

  test('is in the dump, which gives the same chain', async () => {
    await build('before');
    const counter = await deploy(1n);
    await watch();
    const rebuild = nextRebuild();
    await build('after');
    const { classHash } = await rebuild;
    const copy = await Sandbox.create({ seed: 7, accounts: 1, dump: JSON.parse(JSON.stringify(box.dump())) });
    expect(await copy.getClassHash(counter.address)).toBe(classHash);
    const number = (of: Sandbox) => of.request('starknet_blockNumber');
    expect(await number(copy)).toBe(await number(box));
    await copy.close();
  });

  test('goes back and forth with the builds', async () => {
    await build('before');
    const counter = await deploy(1n);
    const original = await box.getClassHash(counter.address);
    await watch();
    for (const which of ['after', 'before', 'after', 'before'] as const) {
      const rebuild = nextRebuild();
      await build(which);
      await rebuild;
    }
    expect(await box.getClassHash(counter.address)).toBe(original);
  });

  test('stays in the open block if blocks are made on demand', async () => {
    await build('before');
    const counter = await deploy(1n);
    await box.blocks.setMode('demand');
    await watch();
    const { block_number } = await box.request('starknet_blockHashAndNumber');
    const old = await box.getClassHash(counter.address, { block: 'latest' });
    const rebuild = nextRebuild();
    await build('after');
    const { classHash } = await rebuild;
    expect(await box.getClassHash(counter.address, { block: 'latest' })).toBe(old);
    expect(await box.getClassHash(counter.address)).toBe(classHash);
    expect((await box.request('starknet_blockHashAndNumber')).block_number).toBe(block_number);
  });

  test('is found by the module of the contract if the file is new', async () => {
    const counter = await box.deploy(classFile('counter_before'), [box.accounts[0]!.address]);
    await rm(join(folder, 'target'), { recursive: true });
    await watch();
    const rebuild = nextRebuild();
    await mkdir(join(folder, 'target/dev'), { recursive: true });
    await build('after');
    expect((await rebuild).contracts).toMatchObject([{ address: counter.address }]);
  });
});

describe('builds that are not whole', () => {
  test('are read when they are', async () => {
    await build('before');
    const counter = await deploy(1n);
    await watch();
    const rebuild = nextRebuild();
    const whole = await readFile(classFile('counter_after'), 'utf8');
    await writeFile(file(), whole.slice(0, whole.length / 2));
    await pause(150);
    await truncate(file());
    await pause(150);
    await writeFile(file(), whole);
    expect((await rebuild).contracts).toMatchObject([{ address: counter.address }]);
    expect(problems).toEqual([]);
  });

  test('and stay so are reported once, and contracts keep their class', async () => {
    await build('before');
    const counter = await deploy(1n);
    const before = await box.getClassHash(counter.address);
    await watch();
    await writeFile(file(), '{"sierra_program": [');
    await expect.poll(() => problems.length).toBe(1);
    await pause(700);
    expect(problems).toEqual([expect.stringContaining(`${file()} is not a class that can be used: `)]);
    expect(await box.getClassHash(counter.address)).toBe(before);
  });

  test('or do not compile leave the others alone', async () => {
    await build('before');
    const counter = await deploy(1n);
    await copyFile(classFile('ledger'), file('shop_Ledger'));
    const ledger = await box.deploy(file('shop_Ledger'), [box.accounts[0]!.address]);
    const before = await box.getClassHash(ledger.address);
    await watch();
    const broken = JSON.parse(await readFile(classFile('ledger'), 'utf8'));
    broken.sierra_program.splice(100, 50);
    const rebuild = nextRebuild();
    await writeFile(file('shop_Ledger'), JSON.stringify(broken));
    await build('after');
    expect((await rebuild).contracts).toMatchObject([{ address: counter.address }]);
    await expect.poll(() => problems.length).toBe(1);
    expect(problems[0]).toContain(
      'Ledger was built, but its class does not compile, so contracts keep the class that they have: ',
    );
    expect(await box.getClassHash(ledger.address)).toBe(before);
  });
});

test('contracts of tests are not followed, nor new contracts declared', async () => {
  await build('before');
  const counter = await deploy(1n);
  const before = await box.getClassHash(counter.address);
  await watch();
  await copyFile(classFile('counter_after'), file('counter_unittest_Counter.test'));
  await copyFile(classFile('ledger'), file('shop_Ledger'));
  await pause(900);
  expect(await box.getClassHash(counter.address)).toBe(before);
  const { classes } = await box.request('devnet_getClasses');
  expect(classes.map(({ contract_name }) => contract_name)).not.toContain('Ledger');
});

test('only contracts that are named are moved, at once and with every build, also by an atomic rename', async () => {
  const other = await box.deploy(classFile('counter_before'), [box.accounts[0]!.address], { salt: 5n });
  const named = await box.deploy(classFile('ledger'), [box.accounts[0]!.address]);
  await build('before');
  await watch({ contracts: { Counter: named.address } });
  expect(await box.getClassHash(named.address)).toBe(await box.getClassHash(other.address));
  const rebuild = nextRebuild();
  await copyFile(classFile('counter_after'), join(folder, 'new'));
  await rename(join(folder, 'new'), file());
  expect((await rebuild).contracts).toMatchObject([{ address: named.address }]);
  expect(await box.getClassHash(other.address)).not.toBe(await box.getClassHash(named.address));
  await (await watch({ contracts: { Counter: '0x1357' } })).close();
  expect(problems).toEqual([expect.stringContaining('there is no contract at 0x1357 to move to it')]);
});

test('ends with its close and with the sandbox', async () => {
  await build('before');
  const counter = await deploy(1n);
  const before = await box.getClassHash(counter.address);
  const watching = await watch();
  await watching.close();
  await build('after');
  await pause(700);
  expect(await box.getClassHash(counter.address)).toBe(before);
});

test('a contract that two builds are for runs the newest', async () => {
  const counter = await box.deploy(classFile('counter_before'), [box.accounts[0]!.address]);
  await copyFile(classFile('ledger'), file('bank_Counter'));
  await pause(20);
  await copyFile(classFile('counter_after'), file('shop_Counter'));
  const contracts = { Counter: counter.address, bank_Counter: counter.address };
  const rebuild = nextRebuild();
  await watch({ contracts });
  const { classHash, contracts: moved } = await rebuild;
  expect(moved).toMatchObject([{ address: counter.address }]);
  expect(await box.getClassHash(counter.address)).toBe(classHash);
  expect(problems).toEqual([]);
});
