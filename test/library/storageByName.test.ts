import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DeployedContract, Sandbox } from '../../src/index.ts';

const LEDGER = new URL('../../contracts/classes/ledger.sierra.json', import.meta.url);

let start: Sandbox;
let ledger: DeployedContract;
const boxes: Sandbox[] = [];
beforeAll(async () => {
  start = await Sandbox.create({ seed: 7, accounts: 3, startTime: 1000, stateArchiveCapacity: 'full' });
  ledger = await start.deploy(LEDGER, [start.accounts[0]!.address]);
  return () => start.close();
});
afterEach(() => Promise.all(boxes.splice(0).map((box) => box.close())));
const fresh = () => {
  const box = start.clone();
  boxes.push(box);
  const [alice, bob] = box.accounts;
  const write = (entryPoint: string, ...args: unknown[]) =>
    box.contract(ledger.abi, ledger.address).write[entryPoint]!(...(args as never[]));
  return { box, alice, bob, write: write as (entryPoint: string, ...args: unknown[]) => Promise<unknown> };
};
const valuesOf = async (box: Sandbox, address: string, path?: string) => {
  const { entries } = await box.storageTree(address, { path });
  return Object.fromEntries(entries.map((entry) => [entry.path, entry.value ?? entry.text]));
};

describe('a storage tree', () => {
  test('names the variables of our token, the keys of its maps, and what genesis wrote', async () => {
    const { box, alice, bob } = fresh();
    await box.strk.write.transfer('0x1234', 5n, { from: alice });
    await box.strk.write.approve(bob.address, 7n, { from: alice });
    const tree = await box.storageTree(box.strk.address);
    expect(tree.contractName).toBe('ERC20');
    expect(tree.unnamed).toEqual([]);
    const values = Object.fromEntries(tree.entries.map((entry) => [entry.path, entry.value]));
    expect(values).toMatchObject({
      ERC20_name: 'StarkNet Token',
      ERC20_symbol: 'STRK',
      ERC20_decimals: '18',
      'ERC20_balances[0x1234]': '5',
      [`ERC20_balances[${bob.address}]`]: `${await box.balanceOf(bob.address)}`,
      [`ERC20_balances[${alice.address}]`]: `${await box.balanceOf(alice.address)}`,
      [`ERC20_allowances[${alice.address}, ${bob.address}]`]: '7',
    });
    expect(tree.text).toContain('ERC20_balances: Map<ContractAddress, u256>\n    [0x1000] = ');
    expect((await box.storageTree(alice.address)).unnamed).toEqual([]);
  });

  test('opens maps of maps, lists, texts, nodes and structs without any source', async () => {
    const { box, alice, bob, write } = fresh();
    const title = 'a title that is longer than the 31 bytes of one word';
    await write('set_count', 5);
    await write('set_title', title);
    await write('set_limit', 9n);
    await write('set_score', bob.address, 2n ** 130n, 99n);
    await write('set_note', bob.address, 'hi');
    await write('add_point', { x: 1n, y: 2n });
    await write('add_point', { x: 3n, y: -4n });
    await write('set_profile', alice.address, 12, bob.address);
    await write('open_position', '0x5', { owner: bob.address, amount: 10n, at: { x: 4n, y: 6n }, is_open: true });
    const values = await valuesOf(box, ledger.address);
    expect(values).toMatchObject({
      count: '5',
      title,
      limit: '0x1, +1: 0x9',
      [`scores[${bob.address}][${2n ** 130n}]`]: '99',
      [`notes[${bob.address}]`]: 'hi',
      points: '0x2',
      'points[0x0]': '0x1, +1: 0x2',
      [`profiles[${alice.address}].level`]: '0xc',
      [`profiles[${alice.address}].friends[${bob.address}]`]: '0x1',
      'positions[0x5]': `${bob.address}, +1: 0xa, +3: 0x4, +4: 0x6, +5: 0x1`,
    });
    expect((await box.storageTree(ledger.address)).unnamed).toEqual([]);
  });

  test('is read at any block, and follows restores', async () => {
    const { box, write } = fresh();
    await write('set_count', 1);
    const mark = box.snapshot();
    const { block_number: first } = await box.request('starknet_blockHashAndNumber');
    await write('set_count', 2);
    expect(await valuesOf(box, ledger.address, 'count')).toEqual({ count: '2' });
    expect((await box.storageTree(ledger.address, { path: 'count', block: first })).entries[0]?.value).toBe('1');
    box.restore(mark);
    expect(await valuesOf(box, ledger.address, 'count')).toEqual({ count: '1' });
  });

  test('lists every entry once over all pages', async () => {
    const { box, write } = fresh();
    await write('fill', '0x100', 200);
    await write('open_position', '0x5', { owner: '0x9', amount: 10n, at: { x: 4n, y: 6n }, is_open: true });
    const whole = await box.storageTree(ledger.address);
    const paths: string[] = [];
    for (let firstCell: number | undefined = 0; firstCell !== undefined; ) {
      const page: Awaited<ReturnType<Sandbox['storageTree']>> = await box.storageTree(ledger.address, {
        firstCell,
        limit: 7,
      });
      paths.push(...page.entries.map((entry) => entry.path));
      firstCell = page.nextCell;
    }
    expect(paths.sort()).toEqual(whole.entries.map((entry) => entry.path).sort());
    expect(whole.entries.length).toBeGreaterThan(200);
  });

  test('of many cells without a meaning is a page of them, in bounded time', async () => {
    const { box } = fresh();
    const { address } = ledger;
    const key = (i: number) => `0x${(BigInt(i + 1) << 200n).toString(16)}`;
    const storage_entries = Array.from({ length: 20_000 }, (_, i) => ({ key: key(i), value: '0x7' }));
    await box.request('devnet_applyStateDiff', { state_diff: { storage_diffs: [{ address, storage_entries }] } });
    const { unnamed, cellCount, nextCell } = await box.storageTree(address, { limit: 300 });
    expect(unnamed.length).toBeGreaterThan(290);
    expect([nextCell, cellCount > 20_000]).toEqual([300, true]);
    expect(await box.storageWriters(address, key(5))).toMatchObject([{ by: 'EDIT', before: '0x0', after: '0x7' }]);
  });

  test('says that there is no contract, and which page sizes there are', async () => {
    const { box } = fresh();
    await expect(box.storageTree('0x1357')).rejects.toThrow('There is no contract at 0x1357');
    await expect(box.storageTree(ledger.address, { limit: 100_000 })).rejects.toThrow('from 1 to 10000');
  });
});

describe('values by name', () => {
  test('are written and read with the type of their variable', async () => {
    const { box, alice, write } = fresh();
    await box.setStorageAt(box.strk.address, 'ERC20_balances[0x99]', 2n ** 200n);
    expect(await box.balanceOf('0x99')).toBe(2n ** 200n);
    await box.setStorageAt(box.strk.address, 'ERC20_name', 'A much longer name than 31 characters');
    expect(await valuesOf(box, box.strk.address, 'ERC20_name')).toEqual({
      ERC20_name: 'A much longer name than 31 characters',
    });
    await box.setStorageAt(box.strk.address, `ERC20_allowances[${alice.address}, 0x5]`, 3n);
    expect(await box.strk.read.allowance(alice.address, '0x5')).toBe(3n);
    await box.setStorageAt(ledger.address, 'count', 77);
    expect(await box.getStorageAt(ledger.address, 'count')).toBe('0x4d');
    await box.setStorageAt(ledger.address, 'filled[0x20]', 5n);
    await write('set_count', 1);
    expect((await box.storageTree(ledger.address, { path: 'filled[0x20]' })).entries[0]?.cells[0]?.value).toBe('0x5');
    await box.setStorageAt(box.strk.address, 'ERC20_balances[0x98].high', 1n);
    expect(await box.balanceOf('0x98')).toBe(2n ** 128n);
  });

  test.each([
    ['note', 'no storage variable "note". Did you mean notes? The names known are count'],
    ['scores', 'scores is Map<ContractAddress, Map<u256, u128>>: name one of its entries, such as scores[key]'],
    ['count[1]', 'count is u32, which has no entries'],
    ['count.x', 'count has no members'],
    ['scores[0x1][-1]', "'-1' does not fit u256"],
    ['scores[what]', '[what] is no key: write a felt (0x…), a number or a short string in single quotes'],
    ['count]', 'cannot be read at "]"'],
    [`a${'b'.repeat(2000)}`, 'longer than 1000 characters'],
  ])('%s is an error that says what exists', async (path, message) => {
    const { box } = fresh();
    await expect(box.setStorageAt(ledger.address, path, 1n)).rejects.toThrow(message);
  });

  test('must fit the type', async () => {
    const { box } = fresh();
    await expect(box.setStorageAt(ledger.address, 'count', 2n ** 40n)).rejects.toThrow('u32');
  });

  test('deal takes the name of the map of balances', async () => {
    const { box } = fresh();
    await box.deal(box.strk.address, '0x77', 9n, { balances: 'ERC20_balances' });
    expect(await box.balanceOf('0x77')).toBe(9n);
    await expect(box.deal(box.strk.address, '0x77', 9n, { balances: 'ERC20_allowances' })).rejects.toThrow(
      /ERC20_allowances|parts/,
    );
  });

  test('a dump repeats them', async () => {
    const { box } = fresh();
    const own = await Sandbox.create({ seed: 7, accounts: 3, startTime: 1000 });
    boxes.push(own);
    await own.setStorageAt(own.strk.address, 'ERC20_balances[0x99]', 6n);
    await box.load(own.dump());
    expect(await box.balanceOf('0x99')).toBe(6n);
  });
});

describe('the writers of a cell', () => {
  test('are named with block, transaction, function and values, newest first', async () => {
    const { box, alice, bob } = fresh();
    const path = `ERC20_balances[${bob.address}]`;
    const before = await box.balanceOf(bob.address);
    const first = await box.strk.write.transfer(bob.address, 5n, { from: alice });
    await box.setStorageAt(box.strk.address, path, 40n);
    const second = await box.strk.write.transfer(bob.address, 2n, { from: alice });
    const writes = await box.storageWriters(box.strk.address, path, { functions: true });
    expect(writes).toMatchObject([
      {
        by: 'TRANSACTION',
        transactionHash: second.transactionHash,
        senderAddress: alice.address,
        functionName: 'ERC20.transfer',
        phase: 'EXECUTE',
        before: '40',
        after: '42',
      },
      { by: 'EDIT', transactionHash: undefined, senderAddress: undefined, before: `${before + 5n}`, after: '40' },
      {
        by: 'TRANSACTION',
        transactionHash: first.transactionHash,
        functionName: 'ERC20.transfer',
        before: `${before}`,
        after: `${before + 5n}`,
      },
    ]);
    const key = (await box.storageTree(box.strk.address, { path })).entries[0]!.key;
    expect((await box.storageWriters(box.strk.address, key)).map((write) => write.after)).toEqual([
      '0x2a',
      '0x28',
      `0x${(before + 5n).toString(16)}`,
    ]);
  });

  test('include the payment of fees', async () => {
    const { box, alice, bob } = fresh();
    await box.strk.write.transfer('0x5', 5n, { from: alice });
    const [fee] = await box.storageWriters(box.strk.address, 'ERC20_balances[0x1000]', { functions: true, limit: 1 });
    expect(fee).toMatchObject({ functionName: 'ERC20.transfer', phase: 'FEE_TRANSFER' });
    expect(await box.storageWriters(box.strk.address, `ERC20_balances[${bob.address}]`)).toEqual([]);
  });

  test('are those of the restored chain, of blocks up to one, and of the open block', async () => {
    const { box, write } = fresh();
    await write('set_count', 1);
    const mark = box.snapshot();
    const { block_number: first } = await box.request('starknet_blockHashAndNumber');
    await write('set_count', 2);
    const afters = async (options = {}) =>
      (await box.storageWriters(ledger.address, 'count', options)).map((one) => one.after);
    expect(await afters()).toEqual(['2', '1']);
    expect(await afters({ toBlock: first })).toEqual(['1']);
    expect(await afters({ limit: 1 })).toEqual(['2']);
    box.restore(mark);
    expect(await afters()).toEqual(['1']);
    await box.blocks.setMode('demand');
    await write('set_count', 3);
    await write('set_count', 4);
    expect(await afters()).toEqual(['4', '3', '1']);
    await box.blocks.abort(first);
    expect(await afters()).toEqual([]);
  });

  test('survive a state file', async () => {
    const { box, write } = fresh();
    await write('set_count', 1);
    await write('set_count', 2);
    const writes = await box.storageWriters(ledger.address, 'count', { functions: true });
    const loaded = await Sandbox.create({ state: await box.saveState() });
    boxes.push(loaded);
    expect(await loaded.storageWriters(ledger.address, 'count', { functions: true })).toEqual(writes);
  });
});

test('a fork shows its own entries, the variables of its origin, and who wrote them here', async () => {
  const { box: origin, alice } = fresh();
  await origin.contract(ledger.abi, ledger.address).write['set_count']!(...([5] as never[]));
  await origin.contract(ledger.abi, ledger.address).write['set_title']!(...(['from the origin'] as never[]));
  const fork = await Sandbox.forkFrom(origin, { accounts: 3, seed: 7 });
  boxes.push(fork);
  await fork.contract(ledger.abi, ledger.address).write['set_score']!(...([alice.address, 1n, 2n] as never[]), {
    from: fork.accounts[0],
  } as never);
  const tree = await fork.storageTree(ledger.address);
  const found = Object.fromEntries(tree.entries.map((entry) => [entry.path, [entry.value, entry.isFromOrigin]]));
  expect(found).toMatchObject({
    count: ['5', true],
    title: ['from the origin', true],
    [`scores[${alice.address}][1]`]: ['2', false],
  });
  expect(tree.text).toContain('count: u32 = 5  (origin)');
  expect(await fork.getStorageAt(ledger.address, 'count')).toBe('0x5');
  await fork.setStorageAt(ledger.address, 'count', 6);
  expect(await fork.storageWriters(ledger.address, 'count')).toMatchObject([{ by: 'EDIT', before: '5', after: '6' }]);
});

test('both dialects have the methods', async () => {
  const { box } = fresh();
  const tree = await box.request('sandbox_getStorageTree', { contract_address: box.strk.address, limit: 5 });
  expect(tree).toMatchObject({ contract_name: 'ERC20', next_cell: 5 });
  const writers = await box.request('sandbox_getStorageWriters', { contract_address: box.strk.address, key: '0x5' });
  expect(writers).toEqual({
    path: null,
    type: null,
    keys: ['0x5'],
    writes: [],
    has_more: false,
    initial_cells: ['0x0'],
  });
});

test('explanations show storage changes with names and decoded values', async () => {
  const { box, alice, write } = fresh();
  const sent = await box.strk.write.transfer('0x1234', 5n, { from: alice });
  const explained = await box.request('devnet_explainTransaction', { transaction_hash: sent.transactionHash });
  expect(explained.storage_changes).toContainEqual(
    expect.objectContaining({
      contract_name: 'ERC20',
      path: 'ERC20_balances[0x1234]',
      type: 'u256',
      value_before: '0',
      value_after: '5',
      before: '0x0',
      after: '0x5',
    }),
  );
  expect(explained.text).toContain('ERC20 ERC20_balances[0x1234]: 0 → 5');
  await write('set_title', 'first');
  const titled = (await write('set_title', 'second')) as { readonly transactionHash: string };
  expect(await box.explain(titled.transactionHash)).toContain('Ledger title: "first" → "second"');
  const noted = (await write('set_note', '0x77', 'hello')) as { readonly transactionHash: string };
  expect(await box.explain(noted.transactionHash)).toContain('Ledger notes[0x77]: "" → "hello"');
  const opened = (await write('open_position', '0x5', {
    owner: '0x9',
    amount: 10n,
    at: { x: 4n, y: 6n },
    is_open: true,
  })) as {
    readonly transactionHash: string;
  };
  expect(await box.explain(opened.transactionHash)).toContain(
    'Ledger positions[0x5]: 0x0, +1: 0x0, +3: 0x0, +4: 0x0, +5: 0x0 → 0x9, +1: 0xa, +3: 0x4, +4: 0x6, +5: 0x1',
  );
});

test('the source beside the build output gives every name and type', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const file = join(folder, 'target/dev/ledgers_Ledger.contract_class.json');
  await mkdir(dirname(file), { recursive: true });
  await mkdir(join(folder, 'src'));
  await copyFile(LEDGER, file);
  await copyFile(new URL('../../contracts/src/ledger.cairo', import.meta.url), join(folder, 'src/lib.cairo'));
  const { box, alice, bob } = fresh();
  const own = await box.deploy(file, [alice.address]);
  const write = (name: string, ...args: unknown[]) => own.write[name]!(...(args as never[]));
  const position = { owner: bob.address, amount: 10n ** 20n, at: { x: 4n, y: -3n }, is_open: true };
  await write('set_limit', 9n);
  await write('set_status', { Locked: 77n });
  await write('set_pair', 3, '0x68656c6c6f');
  await write('open_position', '0x5', position);
  await write('add_point', { x: 3n, y: -4n });
  await write('set_profile', alice.address, 12, bob.address);
  await write('fill', '0x10', 1);
  const tree = await box.storageTree(own.address);
  await rm(folder, { recursive: true });
  const stored = { owner: bob.address, amount: `${10n ** 20n}`, at: { x: '4', y: '-3' }, is_open: true };
  expect(Object.fromEntries(tree.entries.map((entry) => [entry.path, entry.value]))).toEqual({
    Keeper_owner: alice.address,
    [`Keeper_guests[${alice.address}]`]: true,
    limit: '9',
    status: { Locked: '77' },
    pair: ['3', '0x68656c6c6f'],
    last: stored,
    'positions[0x5]': stored,
    points: '1',
    'points[0]': { x: '3', y: '-4' },
    [`profiles[${alice.address}].level`]: '12',
    [`profiles[${alice.address}].friends[${bob.address}]`]: true,
    'filled[0x10]': '0x1',
  });
  await box.setStorageAt(own.address, 'positions[0x6]', { ...position, at: { x: 1, y: -1 } });
  await box.setStorageAt(own.address, 'positions[0x6].at.y', -2);
  await box.setStorageAt(own.address, 'status', 'Draft');
  const read = async (path: string) => (await box.storageTree(own.address, { path })).entries[0]?.value;
  expect(await read('positions[0x6]')).toEqual({ ...stored, at: { x: '1', y: '-2' } });
  expect(await read('status')).toBe('Draft');
  expect(await read('points[0].x')).toBe('3');
});

test('each variable that a tree lists can be read by its name, also without known types', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const { entries } = await box.storageTree(box.strk);
  const variables = entries.filter(({ path }) => /^\w+$/.test(path));
  expect(variables.length).toBeGreaterThan(2);
  for (const { path, cells } of variables)
    expect([path, await box.getStorageAt(box.strk, path)]).toEqual([path, cells[0]!.value]);
});
