import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { anvilPath, startAnvil } from './anvil.ts';
import { asking, DEPOSIT, deposit, evmWorld, SEND_MESSAGE_TO_L2, word } from './evmWorld.ts';

interface Receipt {
  readonly contractAddress: string;
  readonly gasUsed: string;
  readonly status: string;
  readonly logs: readonly object[];
}

test('with auto, messages are delivered with the transaction that sends them, and with the block that does', async () => {
  const { box, l2Bridge, received } = await evmWorld({ l1: { url: 'evm', auto: true } });
  await deposit(box, l2Bridge.address, 5n);
  expect(await received()).toBe(5n);
  const before = Number(await asking(box)('eth_blockNumber'));
  await l2Bridge.write['withdraw']!(box.l1.accounts[1]!.address, 3n);
  expect(Number(await asking(box)('eth_blockNumber'))).toBe(before + 1);
  await box.close();
});

test('a message that a handler refuses is a reverted transaction on L2, and the next ones arrive', async () => {
  const { box, l2Bridge, received } = await evmWorld();
  for (const amount of [0n, 7n]) await deposit(box, l2Bridge.address, amount);
  const { reverted, generated_l2_transactions } = await box.l1.flush();
  expect([reverted.length, generated_l2_transactions.length]).toEqual([1, 2]);
  expect(await received()).toBe(7n);
  await box.close();
});

test('after a return to a block before a message that was refused, the next message arrives', async () => {
  const { box, l2Bridge, received } = await evmWorld();
  const ask = asking(box);
  const first = await ask('evm_snapshot');
  await deposit(box, l2Bridge.address, 5n);
  await box.l1.flush();
  await ask('evm_revert', [first]);
  const second = await ask('evm_snapshot');
  await deposit(box, l2Bridge.address, 5n);
  await expect(box.l1.flush()).rejects.toThrow(/refused|already|same hash/i);
  await ask('evm_revert', [second]);
  await deposit(box, l2Bridge.address, 7n);
  await box.l1.flush();
  expect(await received()).toBe(12n);
  await box.close();
});

test('a client that polls gets all blocks and log entries after a return to an earlier block', async () => {
  const { box, l2Bridge } = await evmWorld();
  const ask = asking(box);
  const snapshot = await ask('evm_snapshot');
  await deposit(box, l2Bridge.address, 5n);
  const [blocks, logs] = [await ask('eth_newBlockFilter'), await ask('eth_newFilter', [{}])];
  await ask('evm_revert', [snapshot]);
  for (const amount of [6n, 7n]) await deposit(box, l2Bridge.address, amount);
  expect(await ask('eth_getFilterChanges', [blocks])).toHaveLength(2);
  expect(await ask('eth_getFilterChanges', [logs])).toHaveLength(2);
  expect(await ask('eth_getFilterChanges', [blocks])).toEqual([]);
  const restored = await box.snapshot();
  await deposit(box, l2Bridge.address, 8n);
  expect(await ask('eth_getFilterChanges', [blocks])).toHaveLength(1);
  await box.restore(restored);
  for (const amount of [9n, 10n]) await deposit(box, l2Bridge.address, amount);
  expect(await ask('eth_getFilterChanges', [blocks])).toHaveLength(2);
  await box.close();
});

test('a filter up to the newest block follows it, also if the client names it', async () => {
  const { box, l2Bridge } = await evmWorld();
  const ask = asking(box);
  const named = { fromBlock: 'latest', toBlock: 'latest' };
  const filters = await Promise.all(
    [{}, named, { toBlock: 'pending' }].map((filter) => ask('eth_newFilter', [filter])),
  );
  const closed = await ask('eth_newFilter', [{ toBlock: await ask('eth_blockNumber') }]);
  await deposit(box, l2Bridge.address, 5n);
  for (const filter of filters) expect(await ask('eth_getFilterChanges', [filter])).toHaveLength(1);
  expect(await ask('eth_getFilterChanges', [closed])).toHaveLength(0);
  await box.close();
});

test('a call can have another state, which nothing else sees', async () => {
  const { box } = await evmWorld();
  const ask = asking(box);
  const [of, other] = ['0x', '0x'].map((text, i) => `${text}${String(i + 1).repeat(40)}`) as [string, string];
  // SLOAD(1) + BALANCE(caller), as one word.
  const code = '0x60015433310160005260206000f3';
  const call = { from: other, to: of, data: '0x' };
  const override = {
    [of]: { code, nonce: '0x5', stateDiff: { [`0x${word(1n)}`]: `0x${word(0x100n)}` } },
    [other]: { balance: '0x7' },
  };
  expect(await ask('eth_call', [call, 'latest', override])).toBe(`0x${word(0x107n)}`);
  expect(await ask('eth_call', [call, 'latest'])).toBe('0x');
  expect(await ask('eth_getCode', [of, 'latest'])).toBe('0x');
  const [plain, overridden] = await Promise.all(
    [[], [override]].map((more) => ask('eth_estimateGas', [call, 'latest', ...more])),
  );
  expect(Number(overridden)).toBeGreaterThan(Number(plain));
  const refused = (given: object, ...more: unknown[]) =>
    expect(ask('eth_call', [call, 'latest', given, ...more])).rejects;
  await refused({ [of]: { state: {} } }).toMatchObject({ code: -32602, message: expect.stringContaining('stateDiff') });
  await refused({ [of]: { code: '0x1' } }).toMatchObject({ code: -32602 });
  await refused({ me: {} }).toMatchObject({ code: -32602 });
  await refused({}, { number: '0x1' }).toMatchObject({ code: -32602 });
  await box.close();
});

test('tests make L1 new, and send from any account', async () => {
  const { box, l2Bridge, received } = await evmWorld({ l1: { url: 'evm', auto: true } });
  const ask = asking(box);
  const blocks = await ask('eth_blockNumber');
  await deposit(box, l2Bridge.address, 5n);
  expect(await ask('evm_setAutomine', [true])).toBe(null);
  await expect(ask('evm_setAutomine', [false])).rejects.toMatchObject({ code: -32602 });
  const from = `0x${'5'.repeat(40)}`;
  const send = () => ask('eth_sendTransaction', [{ from, to: from, value: '0x1' }]);
  await ask('anvil_setBalance', [from, '0xde0b6b3a7640000']);
  await expect(send()).rejects.toMatchObject({ code: -32602 });
  await ask('anvil_autoImpersonateAccount', [true]);
  expect(await send()).toMatch(/^0x/);
  await ask('anvil_autoImpersonateAccount', [false]);
  await expect(send()).rejects.toMatchObject({ code: -32602 });
  const url = 'http://127.0.0.1:1';
  await expect(ask('hardhat_reset', [{ forking: { jsonRpcUrl: url } }])).rejects.toMatchObject({ code: -32602 });
  const [snapshot, polled] = [await ask('evm_snapshot'), await ask('eth_newFilter', [{}])];
  // As viem sends it.
  expect(await ask('anvil_reset', [{ forking: { blockNumber: null } }])).toBe(true);
  expect(await ask('eth_blockNumber')).toBe(blocks);
  expect(await ask('eth_getBalance', [from, 'latest'])).toBe('0x0');
  // What L2 has received, it keeps, and it hears of what comes next.
  await deposit(box, l2Bridge.address, 6n);
  expect(await received()).toBe(11n);
  // So do filters; and no old snapshot has the id of another one.
  expect(await ask('eth_getFilterChanges', [polled])).not.toEqual([]);
  expect(Number(await ask('evm_snapshot'))).toBeGreaterThan(Number(snapshot));
  await box.close();
});

test('a client that leaves its filters behind loses those that it has not used for longest', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
  const ask = asking(box);
  const ids: string[] = [];
  for (let i = 0; i < 1000; i++) ids.push(await ask('eth_newBlockFilter'));
  expect(await ask('eth_getFilterChanges', [ids[0]])).toEqual([]);
  await ask('eth_newBlockFilter');
  expect(await ask('eth_getFilterChanges', [ids[0]])).toEqual([]);
  await expect(ask('eth_getFilterChanges', [ids[1]])).rejects.toThrow('filter not found');
  await box.close();
});

test('a restart makes L1 new, a dump repeats its messages, and a state file begins with another L1', async () => {
  const options: SandboxOptions = { seed: 7, accounts: 1, l1: { url: 'evm' }, startTime: 1_700_000_000 };
  const { box, l2Bridge, received } = await evmWorld(options);
  await deposit(box, l2Bridge.address, 5n);
  await box.l1.flush();
  const blocks = async (on: Sandbox) => Number(await asking(on)('eth_blockNumber'));
  expect([await blocks(box), await received()]).toEqual([2, 5n]);
  const call = { to: l2Bridge.address, entryPoint: 'received' };
  const copies = [{ dump: box.dump() }, { state: await box.saveState() }];
  for (const copy of copies) {
    const other = await Sandbox.create({ ...options, ...copy });
    expect([await blocks(other), BigInt((await other.call(call))[0]!)]).toEqual([1, 5n]);
    await deposit(other, l2Bridge.address, 6n, other.l1.accounts[3]!.address);
    await other.close();
  }
  await box.request('devnet_restart', { restart_l1_to_l2_messaging: true });
  expect(await blocks(box)).toBe(1);
  await box.close();
});

test('the time of L1 is that of the chain', async () => {
  const { box } = await evmWorld();
  const timeOf = async () => Number((await asking(box)('eth_getBlockByNumber', ['latest', false])).timestamp);
  await box.time.increase(100_000);
  const before = await timeOf();
  await asking(box)('evm_mine');
  expect((await timeOf()) - before).toBeGreaterThanOrEqual(100_000);
  await box.close();
});

describe('requests that are wrong', () => {
  test.each([
    ['eth_getBalance', ['0x1'], -32602, /address must be 0x and 40/],
    ['eth_getBalance', [`0x${'1'.repeat(40)}`, '0xffffff'], -32001, /no block 16777215.*newest is 1/],
    ['eth_getBlance', [], -32601, /Did you mean eth_getBalance/],
    ['eth_sendRawTransaction', ['0x02f8'], -32003, /not a transaction for the chain with id 31337/],
    ['eth_sendRawTransaction', ['nonsense'], -32602, /transaction must be/],
    ['eth_sendTransaction', [{ from: `0x${'2'.repeat(40)}` }], -32602, /no key of 0x2222/],
    ['eth_getLogs', [{ topics: [1, 2, 3, 4, 5] }], -32602, /topics has 5 items/],
    ['eth_call', [7], -32602, /call must be an object/],
    ['eth_call', { to: 1 }, -32602, /must be a list/],
    ['hardhat_mine', ['0xffffffff'], -32602, /At most 1000 blocks/],
    ['eth_getFilterChanges', ['0x9'], -32000, /filter not found/],
    // PUSH1 1, PUSH1 0, MSTORE8, …: code that reverts with nothing, and code that never ends.
    ['eth_call', [{ data: '0x5f5ffd' }], 3, /execution reverted/],
    ['eth_estimateGas', [{ data: '0x5b5f56', gas: '0x30d40' }], -32000, /out of gas/],
  ])('%s of %j is answered with %i', async (method, params, code, message) => {
    const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
    await expect(asking(box)(method, params)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await box.close();
  });

  test('senders without Ether and wrong nonces are named in the words that clients look for', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
    const ask = asking(box);
    const from = box.l1.accounts[0]!.address;
    const send = (fields: object) => ask('eth_sendTransaction', [{ from, to: from, gas: '0x5208', ...fields }]);
    await expect(send({ value: `0x${(10n ** 24n).toString(16)}` })).rejects.toThrow(/insufficient funds/);
    await expect(send({ nonce: '0x5' })).rejects.toThrow(/nonce too high/);
    await send({});
    await expect(send({ nonce: '0x0' })).rejects.toThrow(/nonce too low/);
    await expect(send({ gas: '0x1' })).rejects.toThrow(/intrinsic gas too low/);
    await expect(send({ gasPrice: '0x1' })).rejects.toThrow(/less than block base fee/);
    expect(await ask('eth_getTransactionCount', [from, 'latest'])).toBe('0x1');
    await box.close();
  });
});

test('without an EVM, requests are told how to get one', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'mock' } });
  await expect(asking(box)('eth_blockNumber')).rejects.toThrow(/no EVM here/);
  const { url, close } = await box.listen();
  const answer = await fetch(`${url}/l1`, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('--l1-url evm')]);
  await close();
  await box.close();
});

test('a long call gives others their turns', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
  const { url, close } = await box.listen();
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ data: '0x5b5f56', gas: '0xffffff' }],
  });
  let ended = false;
  const long = fetch(`${url}/l1`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    () => {
      ended = true;
    },
  );
  await asking(box)('eth_blockNumber');
  for (let i = 0; i < 3; i++) await fetch(`${url}/is_alive`);
  expect(ended).toBe(false);
  await long;
  await close();
  await box.close();
});

describe.runIf(skipUnless(anvilPath !== undefined, 'the package @foundry-rs/anvil has no program for this system'))(
  'compared with anvil',
  () => {
    test('answers have the members and the kinds of values that its answers have', async () => {
      const anvil = await startAnvil();
      const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
      const own = asking(box);
      const contract = JSON.parse(
        readFileSync(new URL('../../contracts/l1/MockStarknetMessaging.json', import.meta.url), 'utf8'),
      );
      const shapes = async (ask: (method: string, params?: unknown[]) => Promise<never>) => {
        const from = box.l1.accounts[4]!.address;
        // anvil answers a transaction before its block is made.
        const receiptOf = async (hash: unknown) => {
          for (let asked = 0; asked < 1_000; asked++) {
            const found = (await ask('eth_getTransactionReceipt', [hash])) as Receipt | null;
            if (found) return found;
            await delay(10);
          }
          throw new Error('there is no receipt');
        };
        const data = `${contract.bytecode}${word(5n)}`;
        const sent = await ask('eth_sendTransaction', [{ from, data }]);
        const { contractAddress } = await receiptOf(sent);
        const words = ['0x7', DEPOSIT, '0x60', '0x1', '0x9'].map(word).join('');
        const call = { from, to: contractAddress, data: `${SEND_MESSAGE_TO_L2}${words}`, value: '0x5' };
        const gas = Number(await ask('eth_estimateGas', [call]));
        const message = await ask('eth_sendTransaction', [{ ...call, gas: '0x30d40' }]);
        const failed = await ask('eth_sendTransaction', [{ ...call, value: '0x0', gas: '0x30d40' }]);
        const receipt = await receiptOf(message);
        return {
          receipt: kinds(receipt),
          log: kinds(receipt.logs[0]!),
          gasUsed: receipt.gasUsed,
          failed: (await receiptOf(failed)).status,
          transaction: kinds(await ask('eth_getTransactionByHash', [message])),
          block: kinds(await ask('eth_getBlockByNumber', ['latest', true])),
          fees: kinds(await ask('eth_feeHistory', ['0x2', 'latest', [50]])),
          reverted: await (ask('eth_call', [{ ...call, value: '0x0' }]) as Promise<never>).catch((error: Error) =>
            /L1_MSG_FEE_MUST_BE_GREATER_THAN_0/.test(error.message),
          ),
          isCloseEstimate: gas >= Number(receipt.gasUsed) && gas < 1.1 * Number(receipt.gasUsed),
        };
      };
      const [theirs, ours] = [await shapes(anvil.call as never), await shapes(own as never)];
      anvil.stop();
      await box.close();
      for (const [name, expected] of Object.entries(theirs)) {
        const actual = ours[name as keyof typeof ours] as unknown;
        if (typeof expected === 'object') expect({ [name]: actual }).toMatchObject({ [name]: expected });
        else expect({ [name]: actual }).toEqual({ [name]: expected });
      }
    });
  },
);

/** The members of an answer with the kinds of their values. */
function kinds(value: object): Record<string, string> {
  const optional = new Set([
    'blobGasPrice',
    'authorizationList',
    'blockTimestamp',
    'requestsHash',
    'baseFeePerBlobGas',
  ]);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !optional.has(name) && !name.startsWith('blob'))
      .map(([name, member]) => [name, Array.isArray(member) ? 'list' : member === null ? 'null' : typeof member]),
  );
}
