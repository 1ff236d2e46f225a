import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Sandbox, SandboxError, SandboxOptionError, type SandboxOptions } from '../../src/index.ts';

/** What `Sandbox.create` says of options that it refuses. */
async function refusalOf(options: unknown): Promise<string> {
  const error = await Sandbox.create(options as SandboxOptions).then(
    (box) => {
      box.close();
      return 'accepted';
    },
    (failure: unknown) => failure,
  );
  expect(
    error,
    JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
  ).toBeInstanceOf(SandboxOptionError);
  return (error as Error).message;
}

describe('wrong options are refused', () => {
  test('when their names do not exist, with the nearest name that does', async () => {
    expect(await refusalOf({ acounts: 3 })).toBe("unknown option 'acounts'. Did you mean accounts?");
    expect(await refusalOf({ stateArchive: 'full' })).toMatch(/^unknown option 'stateArchive'/);
    expect(await refusalOf({ port: 5050 })).toBe(
      "unknown option 'port'; a sandbox has no port; box.listen({ port }) serves it on one",
    );
    expect(await refusalOf({ forkNetwork: 'http://127.0.0.1:1' })).toBe(
      "unknown option 'forkNetwork'; write fork: { url }",
    );
    expect(await refusalOf({ l1Url: 'mock' })).toBe("unknown option 'l1Url'; write l1: { url }");
    expect(await refusalOf({ fork: { ulr: 'http://127.0.0.1:1' } })).toMatch(
      /unknown member of 'fork' 'ulr'. Did you mean url/,
    );
    expect(await refusalOf({ systemClasses: { strc: '{}' } })).toMatch(/Did you mean strk/);
    expect(await refusalOf(5)).toBe('The options must be an object, such as { accounts: 3 }.');
    expect(await refusalOf(null)).toBe('The options must be an object, such as { accounts: 3 }.');
  });

  test.each([
    [{ accounts: -5 }, /^invalid value '-5' for 'accounts'/],
    [{ accounts: 256 }, /^invalid value '256' for 'accounts'/],
    [{ accounts: 1.5 }, /^invalid value '1.5' for 'accounts'/],
    [{ accounts: {} }, /^invalid value for 'accounts': expected text or a number/],
    [{ seed: 'abc' }, /^invalid value 'abc' for 'seed'/],
    [{ seed: 2 ** 32 }, /for 'seed'/],
    [{ initialBalance: -1n }, /^invalid value '-1' for 'initialBalance'/],
    [{ initialBalance: 2n ** 256n }, /for 'initialBalance'/],
    [{ accountClass: 'cairo2' }, /for 'accountClass': expected one of 'cairo0', 'cairo1'/],
    [{ chainId: 'x'.repeat(40) }, /for 'chainId'/],
    [{ startTime: 'today' }, /for 'startTime'/],
    [{ blockGenerationOn: 'foo' }, /^invalid value 'foo' for 'blockGenerationOn'/],
    [{ blockGenerationOn: 0 }, /for 'blockGenerationOn'/],
    [{ stateArchiveCapacity: 'some' }, /for 'stateArchiveCapacity': expected one of 'none', 'full'/],
    [{ proofMode: 'maybe' }, /for 'proofMode'/],
    [{ gasPrice: 'cheap' }, /^invalid value 'cheap' for 'gasPrice'/],
    [{ l2GasPriceFri: -1 }, /for 'l2GasPriceFri'/],
    [{ maximumSierraLength: 'long' }, /for 'maximumSierraLength'/],
    [{ liteMode: 'yes' }, /^invalid value for 'liteMode': expected true or false/],
    [{ journal: 1 }, /^invalid value for 'journal'/],
    [{ predeclareArgent: 'x' }, /^invalid value for 'predeclareArgent'/],
    [{ fork: 'http://127.0.0.1:1' }, /^invalid value for 'fork': expected an object, such as \{ url: /],
    [{ fork: {} }, /^'fork' needs a 'url'/],
    [{ fork: { url: 'nowhere' } }, /for 'fork.url'/],
    [{ fork: { url: 'http://127.0.0.1:1', block: 'x' } }, /for 'fork.block'/],
    [{ l1: { url: 'mock', auto: 1 } }, /^invalid value for 'l1.auto'/],
    [{ l1: {} }, /^'l1' needs a 'url'/],
    [{ accountClassCustom: 5 }, /^invalid value for 'accountClassCustom': expected the JSON of a class file/],
  ])('when their values are wrong: %o', async (options, message) => {
    expect(await refusalOf(options)).toMatch(message);
  });
});

describe('options', () => {
  test('that are left out or undefined have the defaults of the command line', async () => {
    await using box = await Sandbox.create({ seed: undefined, accounts: undefined });
    expect(box.accounts).toHaveLength(10);
    expect(box.accounts[0]!.initialBalance).toBe(10n ** 21n);
    expect(box.chainId).toBe('0x534e5f5345504f4c4941');
    await using other = await Sandbox.create();
    expect(other.accounts[0]!.address).not.toBe(box.accounts[0]!.address);
  });

  test('that exchange messages with L1 by themselves need no L1: it is the mock then', async () => {
    await using box = await Sandbox.create({ accounts: 1, l1: { auto: true } });
    expect((await box.l1.flush()).l1_provider).toBe('mock');
  });

  test('mean the same as on the command line', async () => {
    await using box = await Sandbox.create({
      seed: 0,
      accounts: 1,
      initialBalance: '5',
      chainId: 'MAINNET',
      startTime: 1000n,
      gasPrice: 7,
      l2GasPriceFri: '9',
      blockGenerationOn: 'demand',
      stateArchiveCapacity: 'full',
    });
    expect(box.accounts[0]).toMatchObject({
      address: '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
      privateKey: '0x71d7bb07b9a64f6f78ac4c816aff4da9',
      initialBalance: 5n,
    });
    expect(box.chainId).toBe('0x534e5f4d41494e');
    const block = await box.request('starknet_getBlockWithTxHashes', { block_id: 'latest' });
    expect(block).toMatchObject({
      timestamp: 1000,
      l1_gas_price: { price_in_wei: '0x7', price_in_fri: '0x3b9aca00' },
      l2_gas_price: { price_in_fri: '0x9' },
    });
    await box.mint('0x1', 5n);
    expect(await box.blocks.number()).toBe(0);
  });

  test('of a state file come with it, and a contradiction is an error', async () => {
    await using box = await Sandbox.create({ seed: 9, accounts: 2 });
    await box.mint('0x77', 5n);
    const state = await box.saveState();
    await using again = await Sandbox.create({ state });
    expect(again.accounts).toEqual(box.accounts);
    expect(await again.balanceOf('0x77')).toBe(5n);
    await expect(Sandbox.create({ state, seed: 4 })).rejects.toThrow(/seed/);
    await expect(Sandbox.create({ state: state.slice(0, 500) })).rejects.toThrow(/cut off|of its/);
    await expect(Sandbox.create({ state: new Uint8Array(5) })).rejects.toThrow();
  });

  test('of a state file that is given by its path or URL', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'starbox-state-'));
    try {
      const path = join(folder, 'chain.state');
      await using box = await Sandbox.create({ seed: 9, accounts: 2 });
      await box.mint('0x77', 5n);
      const bytes = await box.saveState(path);
      expect(Buffer.compare(await readFile(path), bytes)).toBe(0);
      for (const state of [path, pathToFileURL(path), pathToFileURL(path).href]) {
        await using again = await Sandbox.create({ state });
        expect(await again.balanceOf('0x77')).toBe(5n);
      }
      await box.mint('0x77', 1n);
      await box.loadState(path);
      expect(await box.balanceOf('0x77')).toBe(5n);
      const missing = join(folder, 'missing.state');
      await expect(Sandbox.create({ state: missing })).rejects.toThrow(`The state file ${missing} cannot be read: `);
      await expect(box.saveState(join(missing, 'x'))).rejects.toThrow('cannot be written: ');
      await expect(Sandbox.create({ state: 5 as never })).rejects.toThrow('state must be the bytes of a state file');
      await expect(box.saveState(5 as never)).rejects.toThrow('file must be a path');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('l1 with nothing there says what to do', async () => {
    const error = await Sandbox.create({ l1: { url: 'http://127.0.0.1:1' } }).catch((failure: Error) => failure);
    expect(error).toBeInstanceOf(SandboxError);
    expect((error as Error).message).toMatch(/^L1: .*127\.0\.0\.1:1/);
  });

  test('journal: false keeps no list of requests', async () => {
    await using box = await Sandbox.create({ journal: false });
    await box.mint('0x77', 5n);
    expect(box.dump()).toEqual([]);
  });
});
