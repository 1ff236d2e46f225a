import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Sandbox } from '../src/index.ts';
import { startServer } from '../test/clients/server.ts';
import { transfer } from '../test/support/wallet.ts';
import { limitRow, type Row, scale } from './harness.ts';
import { HttpClient } from './soakClients.ts';

const BLOCKS = 10_000;
const TRANSFERS = Number(process.env['TRANSFERS'] ?? 10_000);
const WARM = 1000;

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;

/** Milliseconds that some work takes, the median of several times; what else belongs to a round is not timed. */
async function timed(rounds: number, round: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) times.push(await round());
  return median(times);
}

async function spent(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What tests do between their cases, on a chain of ten thousand blocks; and what a transfer costs and leaves behind. */
export async function controlsBench(): Promise<readonly Row[]> {
  return [...(await inProcess()), ...(await overHttp()), ...(await manyTransfers())];
}

async function inProcess(): Promise<Row[]> {
  const box = await Sandbox.create({ seed: 1, accounts: 1, stateArchive: 'full', dumpOn: undefined });
  await box.request('devnet_mine', { blocks: BLOCKS });
  const snapshot = await timed(500, async () => {
    const start = performance.now();
    const mark = box.snapshot();
    const taken = performance.now() - start;
    await box.createBlock();
    return taken + (await spent(() => box.restore(mark)));
  });
  const abort = await timed(5, async () => {
    const mark = box.snapshot();
    const starting_block_id = { block_number: BLOCKS - 999 };
    const time = await spent(() => box.request('devnet_abortBlocks', { starting_block_id }));
    box.restore(mark);
    return time;
  });
  box.close();
  return [
    limitRow(`snapshot and restore at ${BLOCKS} blocks, in process`, snapshot, 0.1),
    limitRow('abort of 1,000 blocks', abort, 50),
  ];
}

async function overHttp(): Promise<Row[]> {
  const server = await startServer('--accounts', '1', '--quiet');
  const client = new HttpClient(server.url);
  try {
    await client.call('devnet_mine', { blocks: BLOCKS });
    const snapshot = await timed(200, async () => {
      let id = '';
      const taken = await spent(async () => {
        id = await client.call<string>('devnet_snapshot');
      });
      await client.call('devnet_createBlock');
      return taken + (await spent(() => client.call('devnet_revert', { snapshot_id: id })));
    });
    const mint = () => spent(() => client.call('devnet_mint', { address: '0x77', amount: 1 }));
    await timed(300, mint);
    const minting = await timed(300, mint);
    return [
      limitRow(`snapshot and revert at ${BLOCKS} blocks, two requests over HTTP`, snapshot, 1),
      limitRow('mint over HTTP', minting, 3),
    ];
  } finally {
    client.close();
    await server.stop();
  }
}

async function manyTransfers(): Promise<Row[]> {
  const by = scale();
  const box = await Sandbox.create({ seed: 1, accounts: 1, dumpOn: undefined, initialBalance: 10n ** 30n });
  const [account] = box.accounts;
  const send = async (nonce: number): Promise<number> => {
    // A wallet's work is not measured.
    const params = transfer(account!, nonce, BigInt(0x10000 + nonce), 1n);
    return spent(() => box.request('starknet_addInvokeTransaction', params));
  };
  for (let nonce = 0; nonce < WARM; nonce++) await send(nonce);
  const before = usedHeap();
  const times: number[] = [];
  for (let nonce = WARM; nonce < WARM + TRANSFERS; nonce++) times.push(await send(nonce));
  const bytes = (usedHeap() - before) / TRANSFERS;
  box.close();
  return [
    limitRow('fee-token transfer in process, warm', median(times), 1.6, by),
    {
      name: `memory per transfer over ${TRANSFERS}, each to another account`,
      ours: `${(bytes / 1000).toFixed(1)} kB`,
      theirs: '',
      bar: '<= 12 kB',
      ok: bytes <= 12_000,
    },
  ];
}

/** The heap after a full collection. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
