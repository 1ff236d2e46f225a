import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { Sandbox, SandboxBusyError, SandboxClosedError, SandboxError } from '../../src/index.ts';
import { account } from '../../src/starknet/index.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';
import { skipUnless } from '../support/skipUnless.ts';

const hasIPv6 = skipUnless(
  Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1')),
  'this machine has no IPv6',
);

const create = (options: object = {}) =>
  Sandbox.create({ seed: 7, accounts: 2, startTime: 1000, stateArchiveCapacity: 'full', ...options });

describe('a clone', () => {
  test('has the whole chain, and neither sees what the other does then', async () => {
    await using box = await create();
    await box.mint('0x77', 5n);
    await box.time.freeze();
    await using copy = box.clone();
    expect(copy.accounts).toEqual(box.accounts);
    expect(firstDifference(await readEverything(copy), await readEverything(box))).toBeUndefined();
    expect(copy.dump()).toEqual(box.dump());

    await copy.mint('0x77', 1n);
    expect([await box.balanceOf('0x77'), await copy.balanceOf('0x77')]).toEqual([5n, 6n]);
    await box.mint('0x77', 10n);
    expect([await box.balanceOf('0x77'), await copy.balanceOf('0x77')]).toEqual([15n, 6n]);
    await copy.setStorageAt(copy.strk.address, '0x5', 7n);
    await box.impersonate('0x77');
    expect(await box.getStorageAt(box.strk.address, '0x5')).toBe('0x0');
    await copy.time.set(5000);
    expect(await box.time.now()).toBeLessThan(5000n);
    await copy.setGasPrices({ l2GasPriceFri: 5, mine: true });
    const price = async (each: Sandbox) =>
      (await each.request('starknet_getBlockWithTxHashes', { block_id: 'latest' })).l2_gas_price.price_in_fri;
    expect([await price(box), await price(copy)]).toEqual(['0x3b9aca00', '0x5']);
    expect(box.dump().length).not.toBe(copy.dump().length);
  });

  test('goes on when the original is closed, and the other way round', async () => {
    const box = await create();
    const [first, second] = [box.clone(), box.clone()];
    await first.close();
    await box.mint('0x77', 5n);
    await box.close();
    expect((await second.mint('0x77', 1n)).newBalance).toBe(1n);
    const third = second.clone();
    await second.close();
    expect((await third.mint('0x77', 1n)).newBalance).toBe(2n);
    await third.close();
    expect(() => third.clone()).toThrow(SandboxClosedError);
  });

  test('has the snapshots of the API, and marks of its own', async () => {
    await using box = await create();
    const mark = box.snapshot();
    const id = await box.request('devnet_snapshot');
    await box.mint('0x77', 5n);
    await using copy = box.clone();
    expect(() => copy.restore(mark)).toThrow('not from this sandbox');
    expect(await copy.request('devnet_revert', [id])).toBe(true);
    expect([await box.balanceOf('0x77'), await copy.balanceOf('0x77')]).toEqual([5n, 0n]);
    expect(await box.request('devnet_revert', [id])).toBe(true);
    const own = copy.snapshot();
    await copy.mint('0x77', 5n);
    copy.restore(own);
    expect(await copy.balanceOf('0x77')).toBe(0n);
    box.restore(mark);
  });

  test('has the open block, and closes it by itself', async () => {
    await using box = await create({ blockGenerationOn: 'demand' });
    await box.mint('0x77', 5n);
    await using copy = box.clone();
    expect(await copy.balanceOf('0x77')).toBe(5n);
    await copy.mint('0x77', 1n);
    await copy.blocks.mine();
    expect([await box.blocks.number(), await copy.blocks.number()]).toEqual([0, 1]);
    expect(await box.balanceOf('0x77')).toBe(5n);
    await copy.blocks.setMode('transaction');
    await box.mint('0x77', 1n);
    expect(await box.blocks.number()).toBe(0);
  });

  test('of a fork reads the same origin', async () => {
    await using origin = await create();
    await origin.mint('0x77', 5n);
    await using box = await Sandbox.forkFrom(origin, { seed: 8, accounts: 1 });
    await using copy = box.clone();
    await copy.mint('0x77', 1n);
    expect([await origin.balanceOf('0x77'), await box.balanceOf('0x77'), await copy.balanceOf('0x77')]).toEqual([
      5n,
      5n,
      6n,
    ]);
    await box.close();
    expect(await copy.balanceOf(origin.accounts[0]!.address)).toBe(origin.accounts[0]!.initialBalance);
  });

  test('can be made while a request of the original is under way', async () => {
    await using box = await create();
    const minting = box.mint('0x77', 5n);
    await using copy = box.clone();
    await minting;
    expect([await box.balanceOf('0x77'), await copy.balanceOf('0x77')]).toEqual([5n, 0n]);
    await copy.mint('0x77', 1n);
  });
});

describe('forkFrom', () => {
  test('another sandbox starts at its latest block, or at the one that is named', async () => {
    await using origin = await create();
    await origin.mint('0x77', 5n);
    await origin.mint('0x77', 5n);
    await using latest = await Sandbox.forkFrom(origin);
    await using earlier = await Sandbox.forkFrom(origin, { block: 1, accounts: 1 });
    expect([await latest.balanceOf('0x77'), await earlier.balanceOf('0x77')]).toEqual([10n, 5n]);
    await origin.mint('0x77', 5n);
    await latest.mint('0x77', 1n);
    expect(await latest.balanceOf('0x77')).toBe(11n);
    expect(latest.chainId).toBe(origin.chainId);
    expect(earlier.accounts).toHaveLength(1);
  });

  test('a node that cannot be reached is an error', async () => {
    await expect(Sandbox.forkFrom('http://127.0.0.1:1/')).rejects.toThrow(/127\.0\.0\.1:1/);
    await expect(Sandbox.forkFrom('http://127.0.0.1:1/')).rejects.toBeInstanceOf(SandboxError);
    await using origin = await Sandbox.create({ seed: 7, accounts: 1 });
    await expect(Sandbox.forkFrom(origin, { block: 99 })).rejects.toThrow(
      'Sandbox.forkFrom: The sandbox has no block 99: its newest is 0',
    );
    await expect(Sandbox.forkFrom('nowhere')).rejects.toThrow("'fork.url'");
  });
});

const UDC_CLASS = new URL('../../contracts/classes/universal_deployer.sierra.json', import.meta.url);

/** What a function throws. */
function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  return expect.unreachable('it threw nothing');
}

describe('restore', () => {
  test('can be used any number of times, and tells of blocks that are gone', async () => {
    await using box = await create();
    const reorgs: number[] = [];
    box.on('reorg', ({ starting_block_number, ending_block_number }) =>
      reorgs.push(starting_block_number, ending_block_number),
    );
    const mark = box.snapshot();
    for (let i = 0; i < 3; i++) {
      await box.mint('0x77', 5n);
      await box.blocks.mine(2);
      box.restore(mark);
      expect(await box.balanceOf('0x77')).toBe(0n);
    }
    expect(reorgs).toEqual([1, 3, 1, 3, 1, 3]);
  });

  const unawaited: Readonly<Record<string, readonly [(box: Sandbox) => Promise<unknown>, RegExp]>> = {
    'a control': [(box) => box.mint('0x77', 5n), /: devnet_mint \(called at/],
    'a write of a contract': [
      (box) => box.strk.write.transfer('0x77', 5n),
      /: `transfer` of the contract 0x4718f5a\w+ \(called at/,
    ],
    'several calls': [
      (box) => box.execute([box.strk.populate.transfer('0x77', 5n), box.eth.populate.approve('0x1', 5n)]),
      /: `transfer` of the contract 0x4718f5a\w+, `approve` of the contract 0x49d3657\w+ \(called/,
    ],
    'a deployment': [(box) => box.deploy(UDC_CLASS), /: box\.deploy\('.*universal_deployer\.sierra\.json'\) \(called/],
    'an account of starknet.js': [
      (box) => account(box, 0).execute(box.strk.populate.transfer('0x77', 5n)),
      /: `execute` of the account 0x\w+ \(called at/,
    ],
    'a control and a write': [
      (box) => Promise.all([box.mint('0x77', 5n), box.strk.write.transfer('0x77', 5n), box.blocks.mine()]),
      /: `transfer` of the contract 0x\w+ \(called at .*\) has not ended/,
    ],
  };
  test.each(Object.keys(unawaited))('is refused from the moment that the user calls %s', async (name) => {
    await using box = await create();
    const mark = box.snapshot();
    const [use, message] = unawaited[name]!;
    const running = use(box);
    const error = thrownBy(() => box.restore(mark));
    expect(error).toBeInstanceOf(SandboxBusyError);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/life\.test\.ts:\d+:\d+\).* not ended\. Is an `await` missing there\?$/);
    expect(error.stack).toMatch(/not ended.*\n {4}at .*life\.test\.ts/);
    await running;
    box.restore(mark);
    expect(await box.balanceOf('0x77')).toBe(0n);
  });

  test('does not wait for reads', async () => {
    await using box = await create();
    const mark = box.snapshot();
    const reading = box.balanceOf('0x77');
    box.restore(mark);
    expect(await reading).toBe(0n);
  });
});

describe('listen', () => {
  const post = async (url: string, method: string, params: unknown = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: unknown }).result;
  };

  test('serves the same chain over HTTP until it is closed, and frees its port', async () => {
    await using box = await create();
    const server = await box.listen();
    expect(server).toMatchObject({
      url: `http://127.0.0.1:${server.port}`,
      webSocketUrl: `ws://127.0.0.1:${server.port}/ws`,
    });
    await post(server.url, 'devnet_mint', { address: '0x77', amount: 5 });
    expect(await box.balanceOf('0x77')).toBe(5n);
    await box.mint('0x77', 5n);
    expect(await post(server.url, 'starknet_blockNumber')).toBe(2);
    await expect(box.listen({ port: server.port })).rejects.toThrow(
      `Port ${server.port} of 127.0.0.1 is in use. Choose another one, or leave out \`port\` to get a free one.`,
    );
    const second = await box.listen();
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow();
    expect(await post(second.url, 'starknet_blockNumber')).toBe(2);
    const again = await box.listen({ port: server.port });
    expect(again.port).toBe(server.port);
    await box.close();
    await expect(fetch(again.url)).rejects.toThrow();
    await using other = await create();
    expect((await other.listen({ port: server.port })).port).toBe(server.port);
  });
});

/** The names of an object's methods, inherited ones too. */
function* methodsOf(object: object): Generator<string> {
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') yield name;
}

test.runIf(hasIPv6)('listen at an IPv6 address gives URLs that work', async () => {
  await using box = await create();
  const server = await box.listen({ host: '::1' });
  expect(server.url).toBe(`http://[::1]:${server.port}`);
  expect((await fetch(`${server.url}/is_alive`)).status).toBe(200);
});

describe('close', () => {
  test('ends every method with an error that says so, and twice is once', async () => {
    const box = await create();
    const mark = box.snapshot();
    const { strk } = box;
    await Promise.all([box.close(), box.close()]);
    const message = { to: '0x1', from: '0x2', handler: 'x', payload: [] };
    const uses: Readonly<Record<string, () => unknown>> = {
      request: () => box.request('starknet_blockNumber'),
      fetch: () => box.fetch('', { body: '{}' }),
      mint: () => box.mint('0x1', 5n),
      deal: () => box.deal('0x1', '0x1', 5n),
      balanceOf: () => box.balanceOf('0x1'),
      call: () => box.call({ to: '0x1', entryPoint: 'x' }),
      execute: () => box.execute({ to: '0x1', entryPoint: 'x' }),
      estimate: () => box.estimate({ to: '0x1', entryPoint: 'x' }),
      declare: () => box.declare('{}'),
      deploy: () => box.deploy('0x1'),
      createAccount: () => box.createAccount(),
      contract: () => box.contract([], '0x1'),
      setGasPrices: () => box.setGasPrices({}),
      impersonate: () => box.impersonate('0x1'),
      stopImpersonating: () => box.stopImpersonating('0x1'),
      autoImpersonate: () => box.autoImpersonate(),
      getStorageAt: () => box.getStorageAt('0x1', '0x1'),
      setStorageAt: () => box.setStorageAt('0x1', '0x1', '0x1'),
      storageTree: () => box.storageTree('0x1'),
      storageWriters: () => box.storageWriters('0x1', '0x1'),
      getNonce: () => box.getNonce('0x1'),
      setNonce: () => box.setNonce('0x1', 1),
      getClassHash: () => box.getClassHash('0x1'),
      setClassHash: () => box.setClassHash('0x1', '0x1'),
      applyStateDiff: () => box.applyStateDiff({}),
      explain: () => box.explain('0x1'),
      profile: () => box.profile(),
      debug: () => box.debug('0x1'),
      gasReport: () => box.gasReport(),
      coverage: () => box.coverage(),
      explainCall: () => box.explainCall({ to: '0x1', entryPoint: 'x' }),
      compare: () => box.compare(box, []),
      snapshot: () => box.snapshot(),
      restore: () => box.restore(mark),
      clone: () => box.clone(),
      dump: () => box.dump(),
      load: () => box.load([]),
      saveState: () => box.saveState(),
      loadState: () => box.loadState(new Uint8Array()),
      restart: () => box.restart(),
      on: () => box.on('block', () => undefined),
      stream: () => box.stream('block'),
      listen: () => box.listen(),
      watch: () => box.watch('target/dev'),
      'time.now': () => box.time.now(),
      'time.set': () => box.time.set(1),
      'time.increase': () => box.time.increase(1),
      'time.freeze': () => box.time.freeze(),
      'time.unfreeze': () => box.time.unfreeze(),
      'blocks.number': () => box.blocks.number(),
      'blocks.mine': () => box.blocks.mine(),
      'blocks.abort': () => box.blocks.abort(1),
      'blocks.setMode': () => box.blocks.setMode('demand'),
      'blocks.acceptOnL1': () => box.blocks.acceptOnL1(),
      'cheats.mock': () => box.cheats.mock('0x1', 'x', []),
      'cheats.mockPanic': () => box.cheats.mockPanic('0x1', 'x', 'y'),
      'cheats.caller': () => box.cheats.caller('0x1', '0x2'),
      'cheats.block': () => box.cheats.block('0x1', { number: 5 }),
      'cheats.list': () => box.cheats.list(),
      'cheats.stop': () => box.cheats.stop(),
      'l1.connect': () => box.l1.connect('mock'),
      'l1.flush': () => box.l1.flush(),
      'l1.sendToL2': () => box.l1.sendToL2(message),
      'l1.deliver': () => box.l1.deliver(message),
      'l1.consume': () => box.l1.consume(message),
      'l1.consumeFromL2': () => box.l1.consumeFromL2(message),
      'strk.read': () => strk.read.balanceOf('0x1'),
      'strk.write': () => strk.write.transfer('0x1', 1n),
    };
    for (const [name, use] of Object.entries(uses)) {
      const error = await Promise.resolve()
        .then(use)
        .then(
          () => 'nothing',
          (failure: unknown) => failure,
        );
      expect(error, name).toBeInstanceOf(SandboxClosedError);
    }
    // A method that is added has to be added here too.
    const methods = [...methodsOf(box)];
    expect(methods).toEqual(expect.arrayContaining(['close', 'execute', 'mint']));
    const known = new Set([...Object.keys(uses), 'close']);
    expect(methods.filter((name) => !known.has(name))).toEqual([]);
    for (const name of ['time', 'blocks', 'cheats', 'l1'] as const)
      for (const method of methodsOf(box[name])) expect(Object.keys(uses)).toContain(`${name}.${method}`);
    expect(box.accounts).toHaveLength(2);
    expect(box.chainId).toBe('0x534e5f5345504f4c4941');
  });

  test('at the end of a block with await using', async () => {
    let left: Sandbox;
    {
      await using box = await create();
      left = box;
      await box.mint('0x77', 5n);
    }
    await expect(left.mint('0x77', 5n)).rejects.toThrow(SandboxClosedError);
  });

  test('does not leave requests that were under way without an answer', async () => {
    const box = await create();
    const minting = Array.from({ length: 5 }, () => box.mint('0x77', 5n));
    const settled = Promise.allSettled(minting);
    await box.close();
    for (const each of await settled) expect(['fulfilled', 'rejected']).toContain(each.status);
  });

  test('stops making blocks at intervals', async () => {
    const box = await create({ blockGenerationOn: 1 });
    const blocks: unknown[] = [];
    box.on('block', (block) => blocks.push(block));
    await box.close();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(blocks).toEqual([]);
  });
});
