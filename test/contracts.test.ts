import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf } from '../src/abi/contract.ts';
import type { ContractCall, EventFilter, RawEvent } from '../src/abi/contractBackend.ts';
import { type Hex, hexOf } from '../src/abi/scalars.ts';
import { selectorOf } from '../src/execution/hash/address.ts';
import { toFelt } from '../src/felt/felt.ts';
import { Sandbox } from '../src/index.ts';
import { ownAbi } from './support/abis.ts';
import { deployExerciser, EXERCISER } from './support/exerciser.ts';
import { tokenAbi } from './support/typedAbis.ts';
import { invoke, STRK } from './support/wallet.ts';

interface TestAccount {
  readonly address: Hex;
  readonly private_key: Hex;
}
interface Receipt {
  readonly execution_status: string;
  readonly events: readonly RawEvent[];
}

/** A backend over the requests of a sandbox. */
class RequestBackend {
  readonly #box: Sandbox;
  constructor(box: Sandbox) {
    this.#box = box;
  }

  call(
    { contractAddress, entrypoint, calldata }: ContractCall,
    options?: { readonly block: 'latest' },
  ): Promise<Hex[]> {
    const request = {
      contract_address: contractAddress,
      entry_point_selector: hexOf(selectorOf(entrypoint)),
      calldata,
    };
    return this.#box.request('starknet_call', { request, block_id: options?.block ?? 'pre_confirmed' }) as Promise<
      Hex[]
    >;
  }

  async invoke(calls: readonly ContractCall[], { from }: { readonly from: TestAccount }): Promise<Receipt> {
    const nonce = (await this.#box.request('starknet_getNonce', {
      block_id: 'pre_confirmed',
      contract_address: from.address,
    })) as Hex;
    const signer = { address: toFelt(BigInt(from.address)), privateKey: toFelt(BigInt(from.private_key)) };
    const request = invoke(
      signer,
      BigInt(nonce),
      ...calls.map(({ contractAddress, entrypoint, calldata }) => ({
        to: BigInt(contractAddress),
        entryPoint: entrypoint,
        calldata: calldata.map(BigInt),
      })),
    );
    const { transaction_hash } = (await this.#box.request('starknet_addInvokeTransaction', request)) as {
      transaction_hash: Hex;
    };
    return (await this.#box.request('starknet_getTransactionReceipt', { transaction_hash })) as Receipt;
  }

  async events({ address, keys }: EventFilter) {
    const filter = { address, keys, from_block: { block_number: 0 }, to_block: 'latest', chunk_size: 100 } as const;
    const { events } = await this.#box.request('starknet_getEvents', { filter });
    return events;
  }
}

describe('a contract on a node', () => {
  let backend: RequestBackend;
  let alice: TestAccount;
  let bob: TestAccount;

  beforeAll(async () => {
    const box = await Sandbox.create({ seed: 5, accounts: 2 });
    backend = new RequestBackend(box);
    const accounts = (await box.request('devnet_getPredeployedAccounts', {})) as unknown as TestAccount[];
    [alice, bob] = accounts as [TestAccount, TestAccount];
    await deployExerciser(box);
  });

  test('transfers, and tells of it in typed events', async () => {
    const token = contractOf(tokenAbi, STRK, backend);
    expect(await token.read.name()).toBe('StarkNet Token');
    const before = await token.read.balance_of(bob);
    // A call has no caller, so the token refuses it.
    await expect(token.simulate.transfer(bob, 1n)).rejects.toThrow('Contract error');
    const receipt = await token.write.transfer(bob, 5n, { from: alice });
    expect(receipt.execution_status).toBe('SUCCEEDED');
    expect(await token.read.balance_of(bob)).toBe(before + 5n);
    expect(token.parseEvents(receipt, 'Transfer')[0]!.args).toEqual({
      from: alice.address,
      to: bob.address,
      value: 5n,
    });
    const found = await token.events.Transfer({ from: alice, to: bob });
    expect(found.map(({ args }) => args.value)).toEqual([5n]);
    expect(found[0]!.raw.block_number).toBeGreaterThan(0);
  });

  test('takes several calls in one transaction', async () => {
    const token = contractOf(tokenAbi, STRK, backend);
    const receipt = await backend.invoke([token.populate.transfer(bob, 1n), token.populate.transfer('0x99', 2n)], {
      from: alice,
    });
    const values = token.parseEvents(receipt, 'Transfer').map(({ args }) => args.value);
    expect(values.slice(0, 2)).toEqual([1n, 2n]);
  });

  test('understands every value that Cairo wrote, and the other way round', async () => {
    const { read, simulate } = contractOf(ownAbi('exerciser.sierra.json'), EXERCISER, backend);
    const run = (name: string, ...args: unknown[]) => ({ ...read, ...simulate })[name]!(...args);
    for (const text of ['', 'abc', 'é'.repeat(40), 'x'.repeat(31), 'x'.repeat(62)]) {
      const digest = createHash('sha256').update(text).digest();
      const words = Array.from({ length: 8 }, (_, i) => BigInt(digest.readUInt32BE(4 * i)));
      expect(await run('sha256', text)).toEqual(words);
    }
    const large = 2n ** 250n + 12_345n;
    expect(await run('divide', large, 1000)).toEqual([large / 1000n, large % 1000n]);
    expect(await run('bitwise', 12n, 10n)).toEqual([8n, 14n, 6n]);
    expect(
      await run(
        'dictionary',
        [
          [1, 5],
          [2, 7],
        ],
        2,
      ),
    ).toBe('0x7');
    expect(await run('secp256k1_from_x', 5n, true)).toBeNull();
    expect(await run('secp256k1_from_x', 1n, false)).toEqual([1n, expect.any(BigInt)]);
    expect(await run('curve', 0)).toBeNull();
    expect(await run('who')).toEqual([expect.any(String), EXERCISER, expect.any(String)]);
    expect(await run('call', EXERCISER, hexOf(selectorOf('count')), [7])).toEqual(['0x7']);
    const prime = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
    const [product, inverse] = (await run('circuit', 2n ** 300n, 3n, prime)) as [bigint, bigint];
    expect(product).toBe(((2n ** 300n + 3n) * 2n ** 300n) % prime);
    expect((inverse * 3n) % prime).toBe(1n);
  });
});

test('the SHA-512 that the benchmark by kind of work runs is that of Node.js', async () => {
  const box = await Sandbox.create({ accounts: 1 });
  const { address } = await box.deploy('contracts/classes/kinds.sierra.json');
  const [first] = await box.call({ to: address, entryPoint: 'sha512', calldata: [1] });
  const expected = createHash('sha512').update('abc').digest('hex').slice(0, 16);
  expect(BigInt(first!)).toBe(BigInt(`0x${expected}`));
  box.close();
});
