// Declarations by the accounts of starbox/starknet: the requests are those of a plain account, with less work for the client.
import { readFileSync } from 'node:fs';
import * as starknet from 'starknet';
import * as starknet8 from 'starknet8';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { compileSierra } from '../../src/sierra/index.ts';
import { account, provider } from '../../src/starknet/index.ts';
import { providePeer } from '../../src/starknet/peer.ts';

const contract = JSON.parse(
  readFileSync(new URL('../../contracts/classes/steps.sierra.json', import.meta.url), 'utf8'),
);
const { casm } = compileSierra(contract);

afterAll(() => providePeer({ starknet }));

describe.each([
  ['10', starknet],
  ['8', starknet8 as unknown as typeof starknet],
])('an account of starbox/starknet with starknet.js %s', (version, peer) => {
  let box: Sandbox;
  beforeEach(async () => {
    peer.config.set('logLevel', 'OFF');
    providePeer({ starknet: peer });
    box = await Sandbox.create({ seed: 7, accounts: 1 });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await box.close();
  });

  const plainAccount = (node: Sandbox) => {
    const { address, privateKey } = node.accounts[0]!;
    const rpc = new peer.RpcProvider({
      nodeUrl: 'http://sandbox.invalid',
      baseFetch: node.fetch as never,
      blockIdentifier: 'pre_confirmed' as never,
      transactionRetryIntervalFallback: 0,
    });
    return new peer.Account({ provider: rpc, address, signer: privateKey });
  };

  /** The declarations that a task sends, as estimates and as transactions. */
  async function declarationsOf(node: Sandbox, task: () => Promise<unknown>): Promise<readonly unknown[]> {
    const requests = vi.spyOn(node, 'fetch');
    await task();
    return requests.mock.calls
      .map(([, init]) => JSON.parse(String(init!.body)))
      .filter(({ method }) => /estimateFee|addDeclare|simulate/.test(method))
      .map(({ id: _, ...request }) => request);
  }

  test('sends the same declaration, and the same estimate, as a plain account', async () => {
    // Version 8 chooses the wrong hash of compiled classes for a version of Starknet that it does not know.
    const { compiledClassHash } = compileSierra(contract);
    const payload = version === '8' ? { contract, casm, compiledClassHash } : { contract, casm };
    const other = box.clone();
    const details = { tip: 0n };
    const compressed = vi.spyOn(globalThis, 'CompressionStream');
    const own = await declarationsOf(box, () => account(box, 0).declare(payload as never, details));
    expect(compressed).not.toHaveBeenCalled();
    compressed.mockRestore();
    const plain = await declarationsOf(other, () => plainAccount(other).declare(payload as never, details));
    expect(own).toHaveLength(2);
    expect(own).toEqual(plain);
    await other.close();
  });

  test('declares again after a change of the chain, deploys, and finds what is declared', async () => {
    const mark = box.snapshot();
    for (let i = 0; i < 2; i++) {
      const alice = account(box, 0);
      const { class_hash } = await alice.declareIfNot({ contract, casm: casm as never });
      expect(await alice.declareIfNot({ contract, casm: casm as never })).toEqual({ transaction_hash: '', class_hash });
      const { contract_address } = await alice.deployContract({ classHash: class_hash, constructorCalldata: [40] });
      expect(BigInt(await provider(box).getClassHashAt(contract_address))).toBe(BigInt(class_hash));
      box.restore(mark);
    }
  });

  test('declares an object that was changed as it is now', async () => {
    const changing = structuredClone(contract);
    const first = await account(box).declare({ contract: changing, casm: casm as never });
    changing.abi.push({ type: 'function', name: 'added', inputs: [], outputs: [], state_mutability: 'view' });
    const second = await account(box).declare({ contract: changing, casm: casm as never });
    expect(second.class_hash).not.toBe(first.class_hash);
    const { abi } = await box.request('starknet_getClass', {
      block_id: 'latest',
      class_hash: second.class_hash as '0x1',
    });
    expect(abi).toContain('added');
  });

  test('simulates a declaration', async () => {
    const payload = { type: 'DECLARE', contract, casm } as never;
    const simulated = await account(box, 0).simulateTransaction([payload], { tip: 0n });
    // Versions differ in what is around the list.
    const list = Array.isArray(simulated) ? simulated : simulated.simulated_transactions;
    expect(list).toMatchObject([{ transaction_trace: { type: 'DECLARE' } }]);
  });

  test('reports a class that is not one as starknet.js does', async () => {
    const broken = { contract: { ...contract, sierra_program: ['0x1', 'no felt'] }, casm } as never;
    await expect(account(box, 0).declare(broken)).rejects.toThrow();
    await expect(account(box, 0).declare({ contract: { a: 1 } } as never)).rejects.toThrow('Sierra');
  });

  test('reads the class of an account once, however many chains there are', async () => {
    const transfer = { contractAddress: box.accounts[0]!.address, entrypoint: 'is_valid_signature', calldata: [1, 0] };
    const reads: string[] = [];
    for (let i = 0; i < 3; i++) {
      const copy = box.clone();
      const requests = vi.spyOn(copy, 'fetch');
      await account(copy, 0)
        .estimateInvokeFee(transfer)
        .catch(() => undefined);
      reads.push(...requests.mock.calls.map(([, init]) => JSON.parse(String(init!.body)).method));
      await copy.close();
    }
    expect(reads.filter((method) => method === 'starknet_getClassAt').length).toBeLessThan(2);
    expect(reads.filter((method) => method === 'starknet_estimateFee')).toHaveLength(3);
  });
});
