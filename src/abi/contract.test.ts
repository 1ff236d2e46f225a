import { Account, type Call } from 'starknet';
import { describe, expect, test } from 'vitest';
import { ownAbi } from '../../test/support/abis.ts';
import { tokenAbi, zooAbi } from '../../test/support/typedAbis.ts';
import type { Felt } from '../felt/felt.ts';
import { decodeCalldata, decodeReturn } from './calldata.ts';
import { contractOf } from './contract.ts';
import type { ContractCall, EventFilter, RawEvent } from './contractBackend.ts';
import { encodeEvent } from './events.ts';
import { readAbi } from './readAbi.ts';
import { type Hex, hexOf } from './scalars.ts';
import type { Abi } from './types.ts';

interface FakeReceipt {
  readonly transaction_hash: Hex;
  readonly events: readonly RawEvent[];
}

const alice = { address: '0xa11ce' } as const;
const bob = { address: '0xb0b' } as const;
const TOKEN = '0x70';

test('a text that comes as one felt is the short string of an older contract', () => {
  const abi = [
    {
      type: 'function',
      name: 'name',
      inputs: [],
      outputs: [{ type: 'core::byte_array::ByteArray' }],
      state_mutability: 'view',
    },
  ] as const;
  expect(decodeReturn(abi, 'name', ['0x5374617267617465'])).toBe('Stargate');
  expect(decodeReturn(abi, 'name', ['0x0'])).toBe('');
  expect(decodeReturn(abi, 'name', ['0x0', '0x476f6c64', '0x4'])).toBe('Gold');
  expect(() => decodeReturn(abi, 'name', ['0x1'])).toThrow('result');
});

/** A backend with one token. */
class FakeBackend {
  readonly balances = new Map<string, bigint>([[alice.address, 100n]]);
  readonly emitted: RawEvent[] = [];
  readonly seen: unknown[] = [];

  async call({ entrypoint, calldata }: ContractCall, options?: { readonly block: 'latest' | number }) {
    this.seen.push(options);
    if (entrypoint === 'balance_of') return [this.balances.get(calldata[0]!) ?? 0n, 0n];
    if (entrypoint === 'transfer') return ['0x1'];
    throw new Error(`no ${entrypoint}`);
  }

  async invoke(
    calls: readonly ContractCall[],
    { from }: { readonly from: { readonly address: Hex } },
  ): Promise<FakeReceipt> {
    const before = this.emitted.length;
    for (const { calldata } of calls) {
      const { recipient, amount } = decodeCalldata(tokenAbi, 'transfer', calldata);
      this.balances.set(from.address, this.balances.get(from.address)! - amount);
      this.balances.set(recipient, (this.balances.get(recipient) ?? 0n) + amount);
      this.emit('Transfer', { from, to: recipient, value: amount });
    }
    return { transaction_hash: '0x1', events: this.emitted.slice(before) };
  }

  async events({ address, keys }: EventFilter) {
    this.seen.push(keys);
    return this.emitted
      .filter((event) => event.from_address === address)
      .filter((event) => keys.every((wanted, i) => wanted.length === 0 || wanted.includes(event.keys[i] as Hex)))
      .map((event, i) => ({ ...event, block_number: i }));
  }

  emit(name: string, args: Record<string, unknown>, from_address = TOKEN) {
    const { keys, data } = encodeEvent(readAbi(tokenAbi).events.find((event) => event.name === name)!, args);
    this.emitted.push({ from_address, keys: keys.map(hexOf), data: data.map(hexOf) });
  }
}

describe('a contract', () => {
  test('reads, writes and finds events with the types of its ABI', async () => {
    const backend = new FakeBackend();
    const token = contractOf(tokenAbi, TOKEN, backend);
    const receipt = await token.write.transfer(bob, 5n, { from: alice });
    expect(receipt.transaction_hash).toBe('0x1');
    expect(await token.read.balance_of(bob)).toBe(5n);

    const [transfer] = token.parseEvents(receipt, 'Transfer');
    expect(transfer!.args).toEqual({ from: alice.address, to: bob.address, value: 5n });
    const value: bigint = transfer!.args.value;
    expect(value).toBe(5n);
    expect(token.parseEvents(receipt).map(({ name }) => name)).toEqual(['Transfer']);

    const [found, ...others] = await token.events.Transfer({ to: bob, value: 5 });
    expect(found).toMatchObject({ name: 'Transfer', args: { from: alice.address }, raw: { block_number: 0 } });
    expect(others).toEqual([]);
    const block: number = found!.raw.block_number;
    expect(block).toBe(0);
  });

  test('sends several calls in one transaction', async () => {
    const backend = new FakeBackend();
    const token = contractOf(tokenAbi, TOKEN, backend);
    const calls = [token.populate.transfer(bob, 5n), token.populate.transfer('0x99', 6n)];
    expect(calls[0]).toEqual({ contractAddress: TOKEN, entrypoint: 'transfer', calldata: ['0xb0b', '0x5', '0x0'] });
    const receipt = await backend.invoke(calls, { from: alice });
    expect(token.parseEvents(receipt)).toHaveLength(2);
    // Accounts of starknet.js take the same calls.
    const forAccount: Call[] = calls;
    expect(typeof Account.prototype.execute).toBe('function');
    expect(forAccount).toHaveLength(2);
  });

  test('asks what a function that changes something would return', async () => {
    const backend = new FakeBackend();
    const token = contractOf(tokenAbi, TOKEN, backend);
    expect(await token.simulate.transfer(bob, 5n, { block: 7 })).toBe(true);
    expect(backend.seen).toEqual([{ block: 7 }]);
    expect(backend.emitted).toEqual([]);
  });

  test('tells what a transaction would cost if the backend can', async () => {
    const backend = new FakeBackend();
    const none: undefined = contractOf(tokenAbi, TOKEN, backend).estimate;
    expect(none).toBeUndefined();
    class Estimating extends FakeBackend {
      async estimate(calls: readonly ContractCall[], options?: { readonly tip: bigint }) {
        return { cost: BigInt(calls.length) + (options?.tip ?? 0n) };
      }
    }
    const token = contractOf(tokenAbi, TOKEN, new Estimating());
    const { cost }: { readonly cost: bigint } = await token.estimate.transfer(bob, 5n, { tip: 7n });
    expect(cost).toBe(8n);
    expect(await token.estimate.transfer(bob, 5n)).toEqual({ cost: 1n });
    // @ts-expect-error: it changes nothing.
    expect(() => token.estimate.balance_of(bob)).toThrow('balance_of is a view: use `read.balance_of`.');
  });

  test('filters by keys on the node and by data itself', async () => {
    const backend = new FakeBackend();
    const token = contractOf(tokenAbi, 0x70n, backend);
    for (const value of [1n, 2n, 2n]) backend.emit('Transfer', { from: alice, to: bob, value });
    backend.emit('Transfer', { from: bob, to: alice, value: 2n });
    backend.emit('Transfer', { from: alice, to: bob, value: 2n }, '0x71');
    backend.emit('Paused', {});
    expect(await token.events.Transfer({ from: alice, value: 2n })).toHaveLength(2);
    expect(await token.events.Transfer()).toHaveLength(4);
    expect(await token.events.Paused()).toMatchObject([{ name: 'Paused', args: {} }]);
    expect(backend.seen[0]).toEqual([[expect.stringMatching(/^0x99cd8bde5578/)], [alice.address]]);
    expect(token.parseEvents(backend.emitted)).toHaveLength(5);
    await expect(token.events.Transfer({ too: 1 } as never)).rejects.toThrow(
      'The event Transfer has no member too. It has from, to, value.',
    );
    expect(() => token.parseEvents([], 'Burn' as never)).toThrow('The ABI has no event Burn. It has Transfer, Paused.');
  });

  test('finds nested events by their path, and keys of variable length by itself', async () => {
    const [event] = readAbi(zooAbi).events;
    const emitted = ['Asleep', { At: [1n, -2n] }, { At: [3n, 4n] }].map((status) => {
      const { keys, data } = encodeEvent(event!, { status, food: 'hay' });
      return { from_address: '0x1', keys: keys.map(hexOf), data: data.map(hexOf) };
    });
    let asked: EventFilter | undefined;
    const zoo = contractOf(zooAbi, '0x1', {
      call: async () => [],
      invoke: async () => ({}),
      events: async (filter: EventFilter) => {
        asked = filter;
        return emitted;
      },
    });
    const all = await zoo.events['Keeper.Fed']();
    expect(all.map(({ args }) => args.status)).toEqual(['Asleep', { At: [1n, -2n] }, { At: [3n, 4n] }]);
    expect(asked!.keys).toHaveLength(2);
    expect(await zoo.events['Keeper.Fed']({ status: { At: [1, -2] } })).toHaveLength(1);
    expect(await zoo.events['Keeper.Fed']({ food: 'meat' })).toEqual([]);
  });

  test('refuses wrong calls with a sentence, in types and at run time', async () => {
    const token = contractOf(tokenAbi, TOKEN, new FakeBackend());
    // @ts-expect-error the options of this backend need `from`
    await expect(token.write.transfer(bob)).rejects.toThrow('transfer takes 2 arguments');
    // @ts-expect-error transfer changes state
    expect(() => token.read.transfer(bob, 5n)).toThrow('transfer changes state: use `write.transfer`.');
    // @ts-expect-error name is a view
    expect(() => token.write.name()).toThrow('name is a view: use `read.name`.');
    // @ts-expect-error text is no address
    await expect(token.read.balance_of('bob')).rejects.toThrow(
      "argument `account`: expected ContractAddress (0x… text or bigint), got 'bob'",
    );
    expect(() => contractOf(tokenAbi, 'x' as Hex, new FakeBackend())).toThrow('address: expected a contract address');
    expect(Object.keys(token.read)).toEqual(['name', 'balance_of']);
  });

  test('names the function that was meant by a misspelt one, or all', async () => {
    const { write, read } = contractOf<Abi, FakeBackend>(tokenAbi, TOKEN, new FakeBackend());
    expect(() => write['trasnfer'](bob, 5n)).toThrow('The ABI has no function trasnfer. Did you mean transfer?');
    expect(() => read['balanceOf'](bob)).toThrow('The ABI has no function balanceOf. Did you mean balance_of?');
    expect(() => write['somethingElse']()).toThrow(/^The ABI has no function somethingElse\. It has \w+/);
    expect(write['asymmetricMatch']).toBe(undefined); // test runners look for it
    expect('trasnfer' in write).toBe(false);
    expect(await write).toBe(write); // a promise finds no `then`
    expect(JSON.stringify(read)).toBe('{}');
  });

  test('with an ABI that is read from a file has loose types', async () => {
    const token = contractOf(ownAbi('erc20.sierra.json'), TOKEN, new FakeBackend());
    expect(await token.read['balance_of']!(bob)).toBe(0n);
    await token.write['transfer']!(bob, 5n, { from: alice });
    const [event] = await token.events['Transfer']!();
    expect(event!.args['value']).toBe(5n);
  });

  test('says so when the node returns what the ABI does not', async () => {
    const token = contractOf(tokenAbi, TOKEN, { ...NO_BACKEND, call: async () => [5n as Felt] });
    await expect(token.read.balance_of(bob)).rejects.toThrow('result: expected u256, but the list ends after 1 felt');
  });
});

const NO_BACKEND = { call: async () => [] as bigint[], invoke: async () => ({}), events: async () => [] as RawEvent[] };
