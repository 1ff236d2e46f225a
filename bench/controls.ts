import { Sandbox } from '../src/index.ts';
import { startServer } from '../test/support/server.ts';
import { transfer } from '../test/support/wallet.ts';
import { limitRow, median, processorMsSince, type Row, scale, scaleNow } from './harness.ts';
import { HttpClient } from './soakClients.ts';
import { usedHeap } from './usedHeap.ts';

const BLOCKS = 10_000;
const TRANSFERS = Number(process.env['TRANSFERS'] ?? 10_000);
const WARM_UP = 1000;
/** The number of transfers that are signed at a time, before they are sent. */
const PORTION = 250;

/** The median of the milliseconds that each round returns; a round may do work that it does not time. */
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

/** What tests do between their cases, on a chain of ten thousand blocks; and the time and memory of a transfer. */
export async function controlsBench(): Promise<readonly Row[]> {
  const by = scale();
  return [...(await inProcess(by)), ...(await overHttp(by)), ...(await manyTransfers(by))];
}

async function inProcess(by: number): Promise<Row[]> {
  const box = await Sandbox.create({ seed: 1, accounts: 1, journal: false });
  await box.request('devnet_mine', { blocks: BLOCKS });
  const snapshot = await timed(500, async () => {
    const start = performance.now();
    const mark = box.snapshot();
    const taken = performance.now() - start;
    await box.blocks.mine();
    return taken + (await spent(() => box.restore(mark)));
  });
  box.close();
  return [limitRow(`snapshot and restore at ${BLOCKS} blocks, in process`, snapshot, 0.1, by)];
}

async function overHttp(by: number): Promise<Row[]> {
  const server = await startServer('--accounts', '1', '--quiet');
  const client = new HttpClient(server.url);
  try {
    await client.call('devnet_mine', { blocks: BLOCKS });
    const goBack = async () => {
      let id = '';
      const taken = await spent(async () => {
        id = await client.call<string>('devnet_snapshot');
      });
      await client.call('devnet_createBlock');
      return taken + (await spent(() => client.call('devnet_revert', { snapshot_id: id })));
    };
    // Warm-up: in a run of tests, the server has been in use for a while.
    await timed(1000, goBack);
    const snapshot = await timed(200, goBack);
    const mint = () => spent(() => client.call('devnet_mint', { address: '0x77', amount: 1 }));
    await timed(1000, mint);
    const minting = await timed(300, mint);
    return [
      limitRow(`snapshot and revert at ${BLOCKS} blocks, two requests over HTTP`, snapshot, 1, by),
      limitRow('mint over HTTP', minting, 3, by),
    ];
  } finally {
    client.close();
    await server.stop();
  }
}

async function manyTransfers(by: number): Promise<Row[]> {
  const box = await Sandbox.create({
    seed: 1,
    accounts: 1,
    stateArchiveCapacity: 'full',
    journal: false,
    initialBalance: 10n ** 30n,
  });
  const [account] = box.accounts;
  /** Sends transfers. Returns the processor time of each in milliseconds, without the signing that a wallet does. */
  const send = async (first: number, count: number): Promise<number> => {
    const signed = Array.from({ length: count }, (_, i) =>
      transfer(account!, first + i, BigInt(0x10000 + first + i), 1n),
    );
    const start = process.cpuUsage();
    for (const params of signed) await box.request('starknet_addInvokeTransaction', params);
    return processorMsSince(start) / count;
  };
  await send(0, WARM_UP);
  const before = usedHeap();
  const times: number[] = [];
  const scales: number[] = [];
  for (let sent = 0; sent < TRANSFERS; sent += PORTION) {
    times.push(await send(WARM_UP + sent, PORTION));
    scales.push(scaleNow());
  }
  const bytes = (usedHeap() - before) / TRANSFERS;
  const abort = await timed(5, async () => {
    const mark = box.snapshot();
    const starting_block_id = { block_number: WARM_UP + TRANSFERS - 999 };
    const time = await spent(() => box.request('devnet_abortBlocks', { starting_block_id }));
    box.restore(mark);
    return time;
  });
  box.close();
  return [
    limitRow('abort of 1,000 blocks of a transfer each', abort, 50, by),
    limitRow('fee-token transfer in process, warm, processor time', median(times), 1.6, median(scales)),
    {
      name: `memory per transfer over ${TRANSFERS}, each to another account`,
      ours: `${(bytes / 1000).toFixed(1)} kB`,
      theirs: '',
      bar: '<= 6 kB',
      ok: bytes <= 6000,
    },
  ];
}
