import { Sandbox } from '../src/index.ts';
import { STRK, transfer } from '../test/support/wallet.ts';
import { duration, median, processorMsSince, type Row } from './harness.ts';

const FEW = 10;
const MANY = 4000;
const ROUNDS = 40;
const BALANCE_OF = '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e';

/** A chain with a sealed block of ten transfers and some more in the open block. */
async function withOpenBlock(count: number) {
  const box = await Sandbox.create({
    seed: 1,
    accounts: 1,
    blockGenerationOn: 'demand',
    journal: false,
    initialBalance: 10n ** 30n,
  });
  const account = box.accounts[0]!;
  let nonce = 0;
  const add = async (transfers: number) => {
    for (let i = 0; i < transfers; i++, nonce++)
      await box.request('starknet_addInvokeTransaction', transfer(account, nonce, BigInt(0x10000 + nonce), 1n));
  };
  await add(10);
  await box.blocks.mine();
  await add(count);
  return { box, account: account.address, next: transfer(account, nonce, 0x77n, 1n) };
}

type OpenBlock = Awaited<ReturnType<typeof withOpenBlock>>;

/** Work on a chain, and how often it is repeated in one measurement. */
interface Work {
  readonly name: string;
  readonly times: number;
  run(open: OpenBlock): Promise<unknown>;
}

const works: readonly Work[] = [
  {
    name: 'starknet_call at latest',
    times: 20,
    run: ({ box, account }) =>
      box.request('starknet_call', {
        request: { contract_address: STRK, entry_point_selector: BALANCE_OF, calldata: [account] },
        block_id: 'latest',
      }),
  },
  {
    name: 'getEvents of a sealed block',
    times: 20,
    run: ({ box }) => {
      const block = { block_number: 1 };
      return box.request('starknet_getEvents', { filter: { from_block: block, to_block: block, chunk_size: 100 } });
    },
  },
  {
    name: 'getEvents of the open block, the first ten',
    times: 20,
    run: ({ box }) => {
      const block = 'pre_confirmed';
      return box.request('starknet_getEvents', { filter: { from_block: block, to_block: block, chunk_size: 10 } });
    },
  },
  {
    name: 'one more transaction',
    times: 1,
    run: ({ box, next }) => box.request('starknet_addInvokeTransaction', next),
  },
];

/** The median processor milliseconds of one run on each of two chains, measured in interleaved rounds. */
async function interleaved(work: Work, chains: readonly [OpenBlock, OpenBlock]): Promise<readonly [number, number]> {
  const times: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
      const chain = chains[side];
      const mark = chain.box.snapshot();
      const start = process.cpuUsage();
      for (let i = 0; i < work.times; i++) await work.run(chain);
      times[side].push(processorMsSince(start) / work.times);
      chain.box.restore(mark);
    }
  return [median(times[0]), median(times[1])];
}

const row = (name: string, few: number, many: number, most: number): Row => ({
  name,
  ours: duration(many),
  theirs: duration(few),
  ratio: many / few,
  bar: `<= ${most} times as long`,
  ok: many <= most * few,
});

/** Checks that the time of other requests does not grow with the number of transactions in the open block. */
export async function openBlockBench(): Promise<readonly Row[]> {
  const few = await withOpenBlock(FEW);
  const many = await withOpenBlock(MANY);
  const rows: Row[] = [];
  for (const work of works) {
    await interleaved(work, [few, many]);
    const [one, other] = await interleaved(work, [few, many]);
    rows.push(row(`${work.name}: ${MANY} in the open block, compared with ${FEW}`, one, other, 1.2));
  }
  rows.push(await sealing(many));
  few.box.close();
  many.box.close();
  return rows;
}

/** The time to seal and hash a block, per transaction: compares a block of a quarter of the length with the long one. */
async function sealing(many: OpenBlock): Promise<Row> {
  const quarter = await withOpenBlock(MANY / 4);
  const seal: Work = { name: '', times: 1, run: ({ box }) => box.blocks.mine() };
  const [short, long] = await interleaved(seal, [quarter, many]);
  quarter.box.close();
  return row(
    `sealing, per transaction: ${MANY} in the block, compared with ${MANY / 4}`,
    short / (MANY / 4),
    long / MANY,
    1.5,
  );
}
