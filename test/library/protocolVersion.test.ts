import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { STRK, transfer as signedTransfer } from '../support/wallet.ts';

const VERSIONS = ['0.13.4', '0.13.5', '0.13.6', '0.14.0', '0.14.1', '0.14.2', '0.14.3', '0.14.4'];
const TIP = 1000n;
const branching = readFileSync(new URL('../../contracts/classes/branching.sierra.json', import.meta.url), 'utf8');

const opened: Sandbox[] = [];
afterAll(async () => {
  for (const box of opened) await box.close();
});

async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const box = await Sandbox.create({ seed: 3, accounts: 2, startTime: 1_700_000_000, ...options });
  opened.push(box);
  return box;
}

interface Receipt {
  readonly actual_fee: { readonly amount: string };
  readonly execution_resources: {
    readonly l1_gas: number;
    readonly l1_data_gas: number;
    readonly l2_gas: number;
  };
}
const receiptOf = (box: Sandbox, hash: string) => box.request<Receipt>('starknet_getTransactionReceipt', [hash]);
const versionOf = async (box: Sandbox, block: unknown = 'latest') =>
  (await box.request<{ starknet_version: string }>('starknet_getBlockWithTxHashes', [block])).starknet_version;
const configOf = (box: Sandbox) => box.request<{ readonly protocol_version?: string }>('devnet_getConfig');

/** Moves 5 FRI. */
const transfer = (box: Sandbox) => box.execute({ to: STRK, entryPoint: 'transfer', calldata: ['0x88', 5n, 0n] });

/** The same with a tip. It is not signed, so the account is impersonated. */
async function transferWithTip(box: Sandbox, tip: bigint): Promise<string> {
  await box.request('devnet_autoImpersonate');
  const { invoke_transaction } = signedTransfer(box.accounts[0]!, 0, 0x88n, 5n);
  const params = { invoke_transaction: { ...invoke_transaction, tip: `0x${tip.toString(16)}` } };
  const sent = await box.request<{ transaction_hash: string }>('starknet_addInvokeTransaction', params);
  return sent.transaction_hash;
}

describe('protocolVersion', () => {
  test('is the newest version unless it is given, and is shown by getConfig only if it is', async () => {
    expect(await versionOf(await open())).toBe(VERSIONS.at(-1));
    expect(await configOf(await open())).not.toHaveProperty('protocol_version');
    expect(await configOf(await open({ protocolVersion: '0.14.0' }))).toHaveProperty('protocol_version', '0.14.0');
  });

  test('is one of a list, which the error shows', async () => {
    await expect(open({ protocolVersion: '0.12.0' })).rejects.toThrow(
      `invalid value '0.12.0' for 'protocolVersion': expected one of ${VERSIONS.map((version) => `'${version}'`).join(', ')}`,
    );
  });

  test('decides what a transaction costs, and its trace says the same', async () => {
    const gas: Record<string, number> = {};
    for (const protocolVersion of VERSIONS) {
      const box = await open({ protocolVersion });
      const { transactionHash } = await transfer(box);
      const { execution_resources: used } = await receiptOf(box, transactionHash);
      const trace = await box.request<Receipt>('starknet_traceTransaction', [transactionHash]);
      expect(trace.execution_resources).toMatchObject(used);
      expect(await versionOf(box)).toBe(protocolVersion);
      gas[protocolVersion] = used.l2_gas;
    }
    expect(gas).toMatchInlineSnapshot(`
      {
        "0.13.4": 934085,
        "0.13.5": 934085,
        "0.13.6": 934085,
        "0.14.0": 988555,
        "0.14.1": 988555,
        "0.14.2": 1570785,
        "0.14.3": 1660785,
        "0.14.4": 1694985,
      }
    `);
  });

  test('decides whether tips are charged', async () => {
    for (const [protocolVersion, isCharged] of [
      ['0.13.6', false],
      ['0.14.0', true],
    ] as const) {
      const receipts = [];
      for (const tip of [0n, TIP]) {
        const box = await open({ protocolVersion });
        receipts.push(await receiptOf(box, await transferWithTip(box, tip)));
      }
      const [without, with_] = receipts as [Receipt, Receipt];
      const more = BigInt(with_.actual_fee.amount) - BigInt(without.actual_fee.amount);
      expect(more, protocolVersion).toBe(isCharged ? TIP * BigInt(with_.execution_resources.l2_gas) : 0n);
    }
  });

  test('decides with which hash compiled classes are declared, also in a chain that is loaded again', async () => {
    const [old, now] = [await open({ protocolVersion: '0.14.0' }), await open()];
    const poseidon = await old.declare(branching);
    const blake = await now.declare(branching);
    expect(poseidon.classHash).toBe(blake.classHash);
    expect(poseidon.compiledClassHash).not.toBe(blake.compiledClassHash);
    const trace = await old.request('starknet_traceTransaction', [poseidon.transactionHash!]);
    expect(trace).toHaveProperty('state_diff.declared_classes', [
      { class_hash: poseidon.classHash, compiled_class_hash: poseidon.compiledClassHash },
    ]);
    const again = await open({ state: await old.saveState(), seed: 3 });
    expect(await again.request('starknet_traceTransaction', [poseidon.transactionHash!])).toEqual(trace);
  });
});

describe('a fork', () => {
  const forkOf = (origin: Sandbox, options: SandboxOptions = {}) =>
    open({ fork: { url: 'http://origin.test' }, fetch: origin.fetch, ...options });

  test('follows the version of the forked block, unless another is given', async () => {
    const origin = await open({ protocolVersion: '0.13.6' });
    const fork = await forkOf(origin);
    const { transactionHash } = await transfer(fork);
    expect(await versionOf(fork)).toBe('0.13.6');
    const sent = await transfer(await forkOf(origin));
    const there = await transfer(origin);
    const { execution_resources: used } = await receiptOf(origin, there.transactionHash);
    expect((await receiptOf(fork, transactionHash)).execution_resources).toEqual(used);
    expect(sent.transactionHash).toBe(transactionHash);
    const newer = await forkOf(origin, { protocolVersion: '0.14.4' });
    await transfer(newer);
    expect(await versionOf(newer)).toBe('0.14.4');
  });

  test.each([
    ['0.13.1.1', '0.13.4'],
    ['0.14.2.1', '0.14.2'],
    ['0.19.0', '0.14.4'],
    ['a version', '0.14.4'],
  ])('of a block of version %s, which has no table, follows %s', async (unknown, used) => {
    const origin = await open();
    const fetch: SandboxOptions['fetch'] = async (url, init) => {
      const answer = await origin.fetch(url, init as never);
      return new Response(
        (await answer.text()).replaceAll('"starknet_version":"0.14.4"', `"starknet_version":"${unknown}"`),
        answer,
      );
    };
    const fork = await open({ fork: { url: 'http://origin.test' }, fetch });
    expect(await versionOf(fork, 'pre_confirmed')).toBe(used);
  });
});
