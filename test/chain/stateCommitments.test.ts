import { afterEach, describe, expect, test } from 'vitest';
import { balanceAddress } from '../../src/chain/value/token.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { classLeaf, provenState } from '../support/commitment/provenState.ts';
import { classFile } from '../support/eventfulChain.ts';
import { forkOf } from '../support/fork/chains.ts';
import { STRK as STRK_NUMBER, Wallet } from '../support/fork/wallet.ts';

const options = {
  seed: 5,
  accounts: 2,
  startTime: 1_700_000_000,
  stateArchiveCapacity: 'full',
  stateCommitments: true,
} satisfies SandboxOptions;
const STRK = formatFelt(toFelt(STRK_NUMBER));
const boxes: Sandbox[] = [];

afterEach(() => {
  for (const box of boxes.splice(0)) box.close();
});

async function create(more: SandboxOptions = {}): Promise<Sandbox> {
  const box = await Sandbox.create({ ...options, ...more });
  boxes.push(box);
  return box;
}

const pay = (box: Sandbox) =>
  new Wallet(box).invoke({ to: STRK_NUMBER, name: 'transfer', calldata: [BigInt(box.accounts[1]!.address), 5n, 0n] });

async function payOften(box: Sandbox, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await pay(box);
}

const balanceCell = (address: string) => formatFelt(balanceAddress(toFelt(BigInt(address))));
const block = (number: number) => ({ block_number: number });
const header = (box: Sandbox, id: unknown = 'latest') =>
  box.request<{ new_root: string; block_hash: string; block_number: number }>('starknet_getBlockWithTxHashes', [id]);
const rootOf = async (box: Sandbox, id?: unknown) => (await header(box, id)).new_root;
const proofError = (box: Sandbox, params: object = {}) =>
  box.request('starknet_getStorageProof', { block_id: 'latest', ...params }).catch((error: unknown) => error);

/** Checks that the root of the newest block is that of its whole state, and not only of what changes made of earlier tries. */
async function checkWholeState(box: Sandbox): Promise<void> {
  // Tries are not saved, so those of a loaded chain are made from the state.
  const again = await create({ state: await box.saveState() });
  expect(await rootOf(again)).toBe(await rootOf(box));
  await provenState(again, 'latest', { cells: { [STRK]: ['0x1'] } });
}

describe('with stateCommitments', () => {
  test('proofs show balances, nonces, classes and block hashes, and what does not exist', async () => {
    const box = await create();
    const [sender, receiver] = box.accounts.map(({ address }) => address);
    await payOften(box, 12);
    const classHash = await box.request('starknet_getClassHashAt', ['latest', sender!]);
    const cells = {
      [STRK]: [balanceCell(sender!), balanceCell(receiver!), '0x5'],
      [sender!]: [],
      '0x1': ['0x1', '0x3'],
      '0x77': ['0x1'],
    };
    const shown = await provenState(box, 'latest', { classes: [classHash, '0x9'], cells });
    const read = async (key: string) =>
      BigInt(await box.request<string>('starknet_getStorageAt', [STRK, key, block(12)]));
    expect(shown.cells[0]).toEqual(await Promise.all(cells[STRK]!.map(read)));
    expect(shown.cells[0]![1]).toBe(10n ** 21n + 60n);
    expect(shown.contracts[1]).toMatchObject({ nonce: 12n, classHash: BigInt(classHash) });
    // Contract 0x1 has the hashes of old blocks, and no class.
    expect(shown.contracts[2]).toMatchObject({ nonce: 0n, classHash: 0n });
    expect(shown.cells[2]).toEqual([BigInt((await header(box, block(1))).block_hash), 0n]);
    expect(shown.contracts[3]).toMatchObject({ nonce: 0n, classHash: 0n });
    expect(shown.cells[3]).toEqual([0n]);
    expect(shown.classes[0]).not.toBe(0n);
    expect(shown.classes[1]).toBe(0n);
  });

  test('each block has the root of the one before as its old root, and its root is part of its hash', async () => {
    const [box, plain] = [await create(), await create({ stateCommitments: false })];
    for (const one of [box, plain]) await payOften(one, 3);
    let before = '0x0';
    for (let number = 0; number <= 3; number++) {
      const update = await box.request<{ new_root: string; old_root: string }>('starknet_getStateUpdate', [
        block(number),
      ]);
      expect(update.old_root).toBe(before);
      expect(update.new_root).toBe(await rootOf(box, block(number)));
      expect(update.new_root).not.toBe(before);
      before = update.new_root;
    }
    const open = await box.request<{ old_root: string }>('starknet_getStateUpdate', ['pre_confirmed']);
    expect(open.old_root).toBe(before);
    const [hash, plainHash] = [(await header(box)).block_hash, (await header(plain)).block_hash];
    expect(hash).not.toBe(plainHash);
    expect(await rootOf(plain)).toBe('0x0');
    await checkWholeState(box);
  });

  test('edits of the state are in the roots: replaced classes, nonces, new contracts and classes, cells set to zero', async () => {
    const box = await create();
    const [one, two] = box.accounts.map(({ address }) => address);
    const before = await rootOf(box);
    await box.setStorageAt(STRK, '0x5', 7n);
    await box.blocks.mine();
    expect((await provenState(box, 'latest', { cells: { [STRK]: ['0x5'] } })).cells).toEqual([[7n]]);
    await box.setStorageAt(STRK, '0x5', 0n);
    await box.blocks.mine();
    expect((await provenState(box, 'latest', { cells: { [STRK]: ['0x5'] } })).cells).toEqual([[0n]]);
    expect(await rootOf(box)).toBe(before);

    const classHash = BigInt(await box.request('starknet_getClassHashAt', ['latest', STRK]));
    await box.applyStateDiff({
      classes: [JSON.parse(classFile('exerciser'))],
      deployed: [{ address: '0xdef', classHash }],
      replaced: [{ address: two!, classHash }],
      nonces: [{ address: one!, nonce: 9 }],
      storage: [
        { address: '0xdef', key: '0x1', value: 3n },
        { address: '0xdef', key: '0x2', value: 4n },
      ],
    });
    await box.blocks.mine();
    const { state_diff } = await box.request<{
      state_diff: { declared_classes: { class_hash: string; compiled_class_hash: string }[] };
    }>('starknet_getStateUpdate', ['latest']);
    const [declared] = state_diff.declared_classes;
    const cells = { '0xdef': ['0x1', '0x2'], [two!]: [], [one!]: [] };
    const shown = await provenState(box, 'latest', { classes: [declared!.class_hash], cells });
    expect(shown.classes).toEqual([classLeaf(BigInt(declared!.compiled_class_hash))]);
    expect(shown.contracts).toMatchObject([{ classHash }, { classHash }, { nonce: 9n }]);
    expect(shown.cells[0]).toEqual([3n, 4n]);
    await checkWholeState(box);
  });

  test('old blocks can be proven, also those whose tries were dropped', async () => {
    const box = await create();
    const cells = { [STRK]: [balanceCell(box.accounts[1]!.address)], '0x1': ['0x1'] };
    await payOften(box, 150);
    for (const number of [0, 1, 5, 63, 64, 100, 150]) {
      const shown = await provenState(box, block(number), { cells });
      expect(shown.cells[0]).toEqual([10n ** 21n + 5n * BigInt(number)]);
    }
    await checkWholeState(box);
  });

  test('aborted, reverted, cloned and saved chains have the same roots, and a repeated one has its own', async () => {
    const box = await create({ journal: true });
    await payOften(box, 80);
    const [at, end] = [await header(box, block(70)), await header(box)];
    const clone = await box.clone();
    boxes.push(clone);
    const mark = box.snapshot();
    await box.request('devnet_abortBlocks', { starting_block_id: block(71) });
    expect(await header(box)).toEqual(at);
    await payOften(box, 1);
    await checkWholeState(box);
    box.restore(mark);
    expect(await header(box)).toEqual(end);
    // Its blocks have other times, and so other hashes in contract 0x1.
    await checkWholeState(await create({ dump: box.dump() }));
    for (const one of [box, clone, await create({ state: await box.saveState() })]) {
      expect((await header(one)).new_root).toBe(end.new_root);
      await pay(one);
      await checkWholeState(one);
    }
  });

  test('contract 0x2 with its aliases is in the roots', async () => {
    const box = await create({ stateAliases: true });
    await payOften(box, 2);
    const shown = await provenState(box, 'latest', { cells: { '0x2': ['0x0', box.accounts[0]!.address] } });
    expect(shown.contracts).toMatchObject([{ nonce: 0n, classHash: 0n }]);
    expect(shown.cells[0]![0]).toBeGreaterThan(128n);
    expect(shown.cells[0]![1]).toBeGreaterThanOrEqual(128n);
    await checkWholeState(box);
  });

  test('blocks of many transactions and empty blocks have roots', async () => {
    const box = await create({ blockGenerationOn: 'demand' });
    await payOften(box, 40);
    await box.blocks.mine();
    await box.blocks.mine(3);
    const shown = await provenState(box, block(1), { cells: { [STRK]: [balanceCell(box.accounts[1]!.address)] } });
    expect(shown.cells[0]).toEqual([10n ** 21n + 200n]);
    await checkWholeState(box);
  });
});

describe('a storage proof', () => {
  test('is refused with the way out if there are no commitments', async () => {
    const box = await create({ stateCommitments: false });
    expect(await proofError(box)).toMatchObject({
      code: 42,
      message: expect.stringContaining('stateCommitments: true'),
    });
    expect(await proofError(box, { block_id: block(9) })).toMatchObject({ code: 24 });
  });

  test('of the open block, in lite mode, and of a block made without commitments is refused with the reason', async () => {
    const box = await create();
    expect(await proofError(box, { block_id: 'pre_confirmed' })).toMatchObject({
      code: 42,
      message: expect.stringContaining('still open'),
    });
    expect(await proofError(box, { block_id: block(1) })).toMatchObject({ code: 24 });
    expect(await proofError(await create({ liteMode: true }))).toMatchObject({
      code: 42,
      message: expect.stringContaining('lite mode'),
    });
    const plain = await create({ stateCommitments: false });
    const loaded = await create({ state: await plain.saveState() });
    expect(await proofError(loaded)).toMatchObject({
      code: 42,
      message: expect.stringContaining('made without state commitments'),
    });
    await pay(loaded);
    await provenState(loaded, 'latest', { cells: { [STRK]: ['0x1'] } });
  });

  test('on a fork comes from its origin for its blocks, and is refused with the reason for those of the fork', async () => {
    const origin = await create();
    await pay(origin);
    const fork = await forkOf(origin, options);
    boxes.push(fork);
    await pay(fork);
    expect(await proofError(fork)).toMatchObject({ code: 42, message: expect.stringContaining('Blocks up to 1') });
    const asked = { block_id: block(1), contract_addresses: [STRK] };
    expect(await fork.request('starknet_getStorageProof', asked)).toEqual(
      await origin.request('starknet_getStorageProof', asked),
    );
    expect(await rootOf(fork)).toBe('0x0');
  });

  test('has a limited number of keys below 2^251', async () => {
    const box = await create();
    const keys = Array.from({ length: 6000 }, (_, i) => `0x${i.toString(16)}`);
    const storage = { contract_address: STRK, storage_keys: keys };
    expect(await proofError(box, { contracts_storage_keys: [storage, storage] })).toMatchObject({ code: -32602 });
    expect(await proofError(box, { class_hashes: [`0x${(2n ** 251n).toString(16)}`] })).toMatchObject({ code: -32602 });
    await box.setStorageAt(STRK, `0x${(2n ** 251n).toString(16)}`, 1n);
    await box.blocks.mine();
    await provenState(box, 'latest', { cells: { [STRK]: ['0x1'] } });
  });
});
