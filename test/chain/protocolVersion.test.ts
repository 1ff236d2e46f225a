import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { PredeployedAccount } from '../../src/chain/genesis/accounts.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { feltOfAscii, formatFelt } from '../../src/felt/felt.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import type { ProtocolConstants } from '../../src/protocol/constants.ts';
import { NEWEST_PROTOCOL } from '../../src/protocol/versions.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { deployExerciser, EXERCISER } from '../support/exerciser.ts';
import { invoke, transfer } from '../support/wallet.ts';

const { syscalls, builtinGas } = NEWEST_PROTOCOL;
const EMIT_STEPS = 1000;

/** A version that there is not. */
const madeUp = (changes: Partial<ProtocolConstants>): ProtocolConstants => ({
  ...NEWEST_PROTOCOL,
  version: '0.99.0',
  ...changes,
});

interface Box {
  readonly node: Awaited<ReturnType<typeof createBundledNode>>;
  readonly hub: Hub;
  readonly account: PredeployedAccount;
  request<T>(method: string, params?: unknown): Promise<T>;
}

const opened: (() => void)[] = [];
afterAll(() => {
  for (const close of opened) close();
});

async function start(
  protocol = NEWEST_PROTOCOL,
  originFetch?: (url: unknown, init: { body: string }) => Promise<Response>,
) {
  const config = { ...defaultConfig, seed: 3, accounts: 1, startTime: 1_700_000_000n, protocolVersion: protocol };
  const fork = originFetch && { url: 'http://origin.test', blockNumber: undefined, cachingEnabled: undefined };
  const node = await createBundledNode(
    { ...config, fork },
    originFetch && originConnector({ fetch: originFetch as never }),
  );
  const hub = new Hub(node);
  opened.push(() => {
    hub.end();
    node.close();
  });
  const box: Box = {
    node,
    hub,
    account: node.accounts[0]!,
    request: async (method, params) => {
      const { result, error } = JSON.parse(
        await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher),
      );
      if (error) throw new Error(JSON.stringify(error));
      return result;
    },
  };
  return box;
}

interface Run {
  readonly hash: string;
  readonly receiptGas: number;
  readonly traceGas: number;
  readonly callGas: number;
}

/** Sends a transaction; the L2 gas that its receipt, its trace and the call in its trace show. */
async function run({ request }: Box, params: unknown): Promise<Run> {
  const { transaction_hash: hash } = await request<{ transaction_hash: string }>(
    'starknet_addInvokeTransaction',
    params,
  );
  return { hash, ...(await gasOf({ request }, hash)) };
}

async function gasOf({ request }: Pick<Box, 'request'>, hash: string): Promise<Omit<Run, 'hash'>> {
  type Resources = { execution_resources: { l2_gas: number } };
  const receipt = await request<Resources & { execution_status: string }>('starknet_getTransactionReceipt', [hash]);
  expect(receipt.execution_status).toBe('SUCCEEDED');
  const trace = await request<Resources & { execute_invocation: Resources }>('starknet_traceTransaction', [hash]);
  return {
    receiptGas: receipt.execution_resources.l2_gas,
    traceGas: trace.execution_resources.l2_gas,
    callGas: trace.execute_invocation.execution_resources.l2_gas,
  };
}

const versionOf = async ({ request }: Box, block: unknown): Promise<string> =>
  (await request<{ starknet_version: string }>('starknet_getBlockWithTxHashes', [block])).starknet_version;

const transferOf = ({ account }: Box, nonce: number) => transfer(account, nonce, 0x88n, 5n);

describe('a node of a made-up protocol version', () => {
  test('a system call costs what the version says, in receipts and traces', async () => {
    const { constant } = syscalls.EmitEvent;
    const dear = madeUp({
      syscalls: { ...syscalls, EmitEvent: { constant: { ...constant, steps: constant.steps + EMIT_STEPS } } },
    });
    const [usual, changed] = [await start(), await start(dear)];
    const before = await run(usual, transferOf(usual, 0));
    const after = await run(changed, transferOf(changed, 0));
    // A transfer emits one event. Before, its price was below the least price of a system call.
    const dearer = (constant.steps + EMIT_STEPS) * dear.stepGas + builtinGas.range_check - dear.syscallBaseGas;
    expect(after.callGas - before.callGas).toBe(dearer);
    expect(after.receiptGas - before.receiptGas).toBe(dearer);
    expect(after.traceGas).toBe(after.receiptGas);
  });

  test('a builtin costs what the version says, also in compiled code', async () => {
    const dear = madeUp({ builtinGas: { ...builtinGas, pedersen: builtinGas.pedersen + 1000 } });
    const gas = [];
    for (const box of [await start(), await start(dear)]) {
      await deployExerciser(box);
      const to = BigInt(EXERCISER);
      gas.push(await run(box, invoke(box.account, 0, { to, entryPoint: 'pedersen', calldata: [1n, 2n] })));
    }
    expect(gas[1]!.callGas - gas[0]!.callGas).toBe(1000);
  });

  test('a step costs what the version says', async () => {
    const steps = NEWEST_PROTOCOL.transactions.InvokeFunction.constant.steps;
    const [usual, changed] = [await start(), await start(madeUp({ stepGas: 110 }))];
    const before = await run(usual, transferOf(usual, 0));
    const after = await run(changed, transferOf(changed, 0));
    expect(after.receiptGas - before.receiptGas).toBeGreaterThanOrEqual(steps * 10);
  });

  test('the version decides from which Sierra version on classes are metered in gas', async () => {
    const [usual, changed] = [await start(), await start(madeUp({ minSierraGasVersion: [9, 0, 0] }))];
    const before = await run(usual, transferOf(usual, 0));
    const after = await run(changed, transferOf(changed, 0));
    expect(after.receiptGas).not.toBe(before.receiptGas);
    expect(after.traceGas).toBe(after.receiptGas);
  });

  test('its blocks say so, and their hashes cover it', async () => {
    const [usual, changed] = [await start(), await start(madeUp({}))];
    expect(await versionOf(changed, 'latest')).toBe('0.99.0');
    expect(await versionOf(changed, 'pre_confirmed')).toBe('0.99.0');
    const [ours, theirs] = [usual.node.chain.latest, changed.node.chain.latest];
    expect(theirs.stateDiffCommitment).toBe(ours.stateDiffCommitment);
    expect(theirs.hash).not.toBe(ours.hash);
  });

  test('contracts may ask for block hashes as far back as the version says', async () => {
    const LAG = 3;
    const OUT_OF_RANGE = feltOfAscii('Block number out of range').toString(16);
    const [usual, changed] = [await start(), await start(madeUp({ storedBlockHashBuffer: LAG }))];
    const ask = async (box: Box, number: number) =>
      box.request<string[]>('starknet_call', {
        request: {
          contract_address: EXERCISER,
          entry_point_selector: formatFelt(selectorOf('block_hash')),
          calldata: [formatFelt(BigInt(number) as never)],
        },
        block_id: 'latest',
      });
    for (const box of [usual, changed]) {
      await deployExerciser(box);
      await box.request('devnet_mine', { blocks: 6 });
    }
    const number = changed.node.chain.openNumber - LAG;
    const { hash } = changed.node.chain.blockByNumber(number)!;
    expect(await ask(changed, number)).toEqual([formatFelt(hash)]);
    await expect(ask(changed, number + 1)).rejects.toThrow(OUT_OF_RANGE);
    await expect(ask(usual, number)).rejects.toThrow(OUT_OF_RANGE);
    expect(changed.node.chain.blockByHash(hash)?.number).toBe(number);
  });

  test('a fork fetches as many hashes of its origin as the version needs', async () => {
    const origin = await start();
    await origin.request('devnet_mine', { blocks: 12 });
    const fetch = async (_: unknown, { body }: { body: string }) =>
      new Response(await answerText(body, origin.hub.dispatcher), { headers: { 'content-type': 'application/json' } });
    for (const [protocol, count] of [
      [NEWEST_PROTOCOL, 10],
      [madeUp({ storedBlockHashBuffer: 3 }), 3],
    ] as const) {
      const fork = await start(protocol, fetch);
      expect([...fork.node.chain.origin!.hashes.keys()].sort((a, b) => b - a)).toEqual(
        Array.from({ length: count }, (_, i) => 12 - i),
      );
    }
  });
});

describe('a chain of two versions', () => {
  test('every block keeps its version, and its transactions run again by the rules of their block', async () => {
    const first = await start();
    // The first transfer to an account costs more.
    await run(first, transferOf(first, 0));
    const early = await run(first, transferOf(first, 1));
    const second = await start(madeUp({ stepGas: 110 }));
    await second.hub.loadState(await first.hub.saveState());
    await second.request('devnet_createBlock');
    const late = await run(second, transferOf(second, 2));
    expect(await versionOf(second, { block_number: 2 })).toBe('0.14.4');
    expect(await versionOf(second, 'latest')).toBe('0.99.0');
    expect(await gasOf(second, early.hash)).toEqual({
      receiptGas: early.receiptGas,
      traceGas: early.traceGas,
      callGas: early.callGas,
    });
    expect(late.receiptGas).toBeGreaterThan(early.receiptGas);

    const file = await second.hub.saveState();
    const again = await start(madeUp({ stepGas: 110 }));
    await again.hub.loadState(file);
    expect(await versionOf(again, { block_number: 2 })).toBe('0.14.4');
    expect(await versionOf(again, 'latest')).toBe('0.99.0');
    expect(await gasOf(again, late.hash)).toEqual({
      receiptGas: late.receiptGas,
      traceGas: late.traceGas,
      callGas: late.callGas,
    });
    await expect(first.hub.loadState(file)).rejects.toThrow(
      'the block follows protocol 0.99.0, which this Starbox does not know',
    );
  });
});

test('only the list of versions names a version table', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const naming = sources.filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && /\/v\d+_\d+_\d+\.ts'/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  const outside = naming.map((file) => file.replaceAll('\\', '/')).filter((file) => !/^protocol\/v\d/.test(file));
  expect(outside).toEqual(['protocol/versions.ts']);
});
