// The mempool of a server: each box has its own, and a restricted server lets nobody control it.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Sandbox, type SandboxAccount } from '../../src/index.ts';
import { defaultRestricted } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { type BoxServerOptions, boxServer } from '../server/boxServer.ts';
import { transfer } from '../support/wallet.ts';

let server: Awaited<ReturnType<typeof boxServer>>;
afterEach(() => server.close());

/** The account of the server. */
let sender: SandboxAccount;
beforeAll(async () => {
  const twin = await Sandbox.create({ seed: 1, accounts: 1 });
  sender = twin.accounts[0]!;
  await twin.close();
});

interface Mempool {
  readonly transactions: readonly { readonly transaction_hash: string; readonly status: string }[];
}

async function start(options: BoxServerOptions = {}): Promise<void> {
  server = await boxServer({ ...options, config: { blockGenerationOn: 'mempool' } });
}

/** Sends a transfer to the chain at a path, and returns its hash. */
async function queue(nonce: number, path?: string): Promise<string> {
  const params = transfer(sender, nonce, 0x99n);
  return (await server.call<{ transaction_hash: string }>('starknet_addInvokeTransaction', params, path))
    .transaction_hash;
}

const waiting = async (path?: string) =>
  (await server.call<Mempool>('devnet_getMempool', {}, path)).transactions.map((one) => one.transaction_hash);

test('a new box has what waits on the main chain, and each fills its own from there', async () => {
  await start();
  const first = await queue(0);
  const { path } = await server.create();
  expect(await waiting(path)).toEqual([first]);
  const second = await queue(1, path);
  await server.call('devnet_createBlock', {}, path);
  expect(await waiting(path)).toEqual([]);
  expect(await waiting()).toEqual([first]);
  const { transactions } = await server.call<{ transactions: readonly string[] }>(
    'starknet_getBlockWithTxHashes',
    { block_id: 'latest' },
    path,
  );
  expect(transactions).toEqual([first, second]);
});

test('a restricted server takes transactions and shows what waits, and its clients control nothing', async () => {
  await start({ server: { restrictedMethods: defaultRestricted(methods) } });
  const hash = await queue(0);
  expect(await waiting()).toEqual([hash]);
  const controls: readonly (readonly [string, object])[] = [
    ['devnet_preconfirmTransactions', {}],
    ['devnet_sealBlock', {}],
    ['devnet_abortPreconfirmedBlock', {}],
    ['devnet_removeFromMempool', { transaction_hash: hash }],
    ['devnet_clearMempool', {}],
    ['devnet_setMempoolConfig', { ordering: 'random' }],
    ['sandbox_clearMempool', {}],
  ];
  for (const [method, params] of controls)
    await expect(server.call(method, params), method).rejects.toMatchObject({ code: -32604 });
  expect(await waiting()).toEqual([hash]);
});
