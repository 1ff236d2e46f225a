import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageToL1Hash } from '../../src/execution/hash/messageHash.ts';
import { parseFelt } from '../../src/felt/felt.ts';
import { keccak256 } from '../../src/felt/hash.ts';
import { isBuilt } from '../support/build.ts';
import { rpc, startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { anvilPath, startAnvil } from './anvil.ts';
import { CONTRACT, messagingWorld, selector } from './world.ts';

const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const data = (signature: string, ...words: readonly (bigint | string)[]) => {
  const digest = Buffer.from(keccak256(new TextEncoder().encode(signature))).toString('hex');
  return `0x${digest.slice(0, 8)}${words.map(word).join('')}`;
};

describe.runIf(skipUnless(anvilPath !== undefined, 'the package @foundry-rs/anvil has no program for this system'))(
  'messages to and from a real L1 node (anvil, where its package is installed)',
  () => {
    let l1: Awaited<ReturnType<typeof startAnvil>>;
    let world: Awaited<ReturnType<typeof messagingWorld>>;
    let user: string;
    /** How many answers to sent transactions are dropped. */
    let lost = 0;
    const lossyFetch: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(init?.body).includes('eth_sendRawTransaction') || lost === 0) return answer;
      lost--;
      throw new TypeError('terminated');
    };
    beforeAll(async () => {
      [l1, world] = await Promise.all([startAnvil(), messagingWorld({}, lossyFetch)]);
      user = (await l1.call<string[]>('eth_accounts'))[3]!;
    });
    beforeEach(() => world.reset());
    afterAll(() => {
      world?.close();
      l1?.stop();
    });

    const load = async (more: object = {}) =>
      (
        await world.request<{ messaging_contract_address: string }>('devnet_postmanLoad', {
          network_url: l1.url,
          ...more,
        })
      ).messaging_contract_address;
    /** Sends a transaction on L1 and waits for its block. */
    const transact = async (to: string, input: string, value = '0x0') => {
      const hash = await l1.call('eth_sendTransaction', [{ from: user, to, data: input, value, gas: '0x100000' }]);
      await expect.poll(() => l1.call('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
      return hash;
    };
    const sendToL2 = (to: string, value: bigint) =>
      transact(
        to,
        data('sendMessageToL2(uint256,uint256,uint256[])', CONTRACT, selector('on_message'), 0x60n, 1n, value),
        '0x3e8',
      );
    const waiting = (to: string, payload: readonly string[]) => {
      const hash = messageToL1Hash(
        parseFelt(CONTRACT)!,
        parseFelt(user)!,
        payload.map((felt) => parseFelt(felt)!),
      );
      return l1.call('eth_call', [{ to, data: data('l2ToL1Messages(bytes32)', hash) }, 'latest']).then(BigInt);
    };

    test('a contract is deployed by the well-known account, or by the one whose key is given', async () => {
      const address = await load();
      expect(address).toMatch(/^0x[0-9a-f]{40}$/);
      expect((await l1.call('eth_getCode', [address, 'latest'])).length).toBeGreaterThan(2000);
      expect(await l1.call('eth_call', [{ to: address, data: data('messageCancellationDelay()') }, 'latest'])).toBe(
        `0x${word(86_400n)}`,
      );
      const second = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
      const before = await l1.call('eth_getTransactionCount', ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', 'latest']);
      expect(await load({ deployer_account_private_key: second })).not.toBe(address);
      expect(await l1.call('eth_getTransactionCount', ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8', 'latest'])).toBe(
        `0x${(BigInt(before) + 1n).toString(16)}`,
      );
    });

    test.each([1, 2])('a message whose sending got %d answers lost arrives once', async (times) => {
      const address = await load();
      const payload = [`0x77${times}`];
      await world.send(user, payload);
      lost = times;
      if (times === 2) await expect(world.flush()).rejects.toMatchObject({ code: -32603 });
      expect((await world.flush()).messages_to_l1).toMatchObject([{ payload }]);
      expect(await waiting(address, payload)).toBe(1n);
      expect((await world.flush()).messages_to_l1).toEqual([]);
      expect(await waiting(address, payload)).toBe(1n);
    });

    test('messages from L1 run their handlers in order and are recorded in the journal', async () => {
      const address = await load();
      const hashes = [await sendToL2(address, 5n), await sendToL2(address, 6n)];
      const flushed = await world.flush();
      expect(flushed.l1_provider).toBe(l1.url);
      expect(flushed.messages_to_l2).toEqual(
        [5n, 6n].map((value, i) => ({
          l1_transaction_hash: hashes[i],
          l2_contract_address: CONTRACT,
          entry_point_selector: selector('on_message'),
          l1_contract_address: user.toLowerCase(),
          payload: [`0x${value.toString(16)}`],
          paid_fee_on_l1: '0x3e8',
          nonce: `0x${i}`,
        })),
      );
      expect(flushed.generated_l2_transactions).toHaveLength(2);
      expect(await world.stored(user)).toBe('0x6');
      expect((await world.flush()).messages_to_l2).toEqual([]);
      const events = await world.request<object[]>('devnet_dump');
      expect(events.slice(-2)).toEqual(
        flushed.messages_to_l2.map((params) => ({
          jsonrpc: '2.0',
          method: 'devnet_postmanSendMessageToL2',
          params,
          id: 0,
        })),
      );
      const [status] = await world.request<object[]>('starknet_getMessagesStatus', { transaction_hash: hashes[1] });
      expect(status).toMatchObject({ transaction_hash: flushed.generated_l2_transactions[1] });
    });

    test('messages to L1 can be consumed there, each as often as it was sent', async () => {
      const address = await load();
      await world.send(user, ['0x7']);
      await world.send(user, ['0x7']);
      await world.send(user, ['0x8', '0x9']);
      expect((await world.flush(true)).messages_to_l1).toHaveLength(3);
      expect(await waiting(address, ['0x7'])).toBe(0n);
      expect((await world.flush()).messages_to_l1).toHaveLength(3);
      expect(await waiting(address, ['0x7'])).toBe(2n);
      expect(await waiting(address, ['0x8', '0x9'])).toBe(1n);
      expect((await world.flush()).messages_to_l1).toEqual([]);
      const consume = data('consumeMessageFromL2(uint256,uint256[])', CONTRACT, 0x40n, 1n, 7n);
      await transact(address, consume);
      expect(await waiting(address, ['0x7'])).toBe(1n);
    });

    test('a repeated message is error 59, and later messages arrive with the next flush', async () => {
      const address = await load();
      await sendToL2(address, 1n);
      await sendToL2(address, 2n);
      const [first] = await peek();
      await world.request('devnet_postmanSendMessageToL2', first);
      await expect(world.flush()).rejects.toMatchObject({ code: 59 });
      expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
    });

    test('a revert makes the messages available again, and a restart continues where it was unless it is told to start over', async () => {
      const address = await load();
      const snapshot_id = await world.request('devnet_snapshot');
      await sendToL2(address, 3n);
      expect((await world.flush()).messages_to_l2).toHaveLength(1);
      await world.request('devnet_revert', { snapshot_id });
      expect(await world.stored(user)).toBe('0x0');
      expect((await world.flush()).messages_to_l2).toHaveLength(1);
      expect(await world.stored(user)).toBe('0x3');
      await world.request('devnet_restart');
      expect((await world.flush()).messages_to_l2).toHaveLength(0);
      await world.request('devnet_restart', { restart_l1_to_l2_messaging: true });
      await expect(world.flush()).rejects.toMatchObject({ code: -32603 });
    });

    test('an address without code is refused, and the existing connection stays', async () => {
      const address = await load();
      await expect(load({ address: `0x${'0'.repeat(38)}bb` })).rejects.toThrow(
        'Alloy error: The specified address (0x00000000000000000000000000000000000000bb) contains no contract.',
      );
      await sendToL2(address, 4n);
      expect((await world.flush()).messages_to_l2).toHaveLength(1);
      expect(await load({ messaging_contract_address: address })).toBe(address);
      expect((await world.flush()).messages_to_l2).toHaveLength(0);
    });

    // Modules that are loaded on demand must be in the bundle.
    test.runIf(isBuilt)('the program connects at start and flushes by itself (needs dist/)', async () => {
      const before = BigInt(await l1.call('eth_blockNumber'));
      const server = await startServer('--accounts', '0', '--l1-url', l1.url, '--l1-auto');
      try {
        expect(BigInt(await l1.call('eth_blockNumber'))).toBe(before + 1n);
        const block = await l1.call<{ transactions: string[] }>('eth_getBlockByNumber', ['latest', false]);
        const { contractAddress } = await l1.call<{ contractAddress: string }>('eth_getTransactionReceipt', [
          block.transactions[0],
        ]);
        const transaction_hash = await sendToL2(contractAddress, 1n);
        await rpc(server.url, 'devnet_createBlock');
        await expect
          .poll(() => rpc(server.url, 'starknet_getMessagesStatus', { transaction_hash }).catch(() => []))
          .toHaveLength(1);
      } finally {
        await server.stop();
      }
    });

    /** What a flush would deliver, from a dry run. */
    async function peek() {
      const before = world.node.value;
      const { messages_to_l2 } = await world.flush();
      world.node.restore(before);
      return messages_to_l2;
    }
  },
);
