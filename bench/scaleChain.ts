// A process with one long chain, for bench/scale.ts: builds the chain, and measures work on it when the parent asks for it.
import { selectorOf } from '../src/execution/hash/address.ts';
import { formatFelt, toFelt } from '../src/felt/felt.ts';
import { Sandbox } from '../src/index.ts';
import { STRK, transfer } from '../test/support/wallet.ts';
import { mainThreadMs, median, processorMsSince } from './harness.ts';
import { usedHeap } from './usedHeap.ts';

/** The number of transactions after which memory is first measured. */
const WARM_UP = 500;
const FIRST_RECEIVER = 0x10000;

export interface ChainShape {
  readonly transactions: number;
  /** Whether all transactions are in the open block; otherwise each has its own block. */
  readonly open: boolean;
}

export interface Built {
  readonly bytesPerTransaction: number;
  readonly seconds: number;
}

export interface StateFile {
  readonly saveMs: number;
  readonly loadMs: number;
  /** The first search for events in the loaded chain. */
  readonly searchMs: number;
  readonly megabytes: number;
}

/** The work whose time must not depend on the length of the chain. */
export const WORKS = [
  'transfer',
  'call of balanceOf',
  'getEvents by address and key, the first 100',
  'getEvents by address and receiver, from block 0',
  'receipt',
  '1,000 snapshots and restores',
] as const;
export type WorkName = (typeof WORKS)[number];

export async function longChain({ transactions, open }: ChainShape) {
  const box = await Sandbox.create({
    seed: 1,
    accounts: 1,
    journal: false,
    initialBalance: 10n ** 30n,
    ...(open ? { blockGenerationOn: 'demand' as const } : {}),
  });
  const account = box.accounts[0]!;
  const hashes: string[] = [];
  const send = async (nonce: number): Promise<string> => {
    const params = transfer(account, nonce, BigInt(FIRST_RECEIVER + nonce), 1n);
    return (await box.request('starknet_addInvokeTransaction', params)).transaction_hash;
  };
  const begin = performance.now();
  let heap = 0;
  for (let nonce = 0; nonce < transactions; nonce++) {
    if (nonce === WARM_UP) heap = usedHeap();
    hashes.push(await send(nonce));
  }
  const built: Built = {
    bytesPerTransaction: (usedHeap() - heap) / (transactions - WARM_UP),
    seconds: (performance.now() - begin) / 1000,
  };

  const events = (keys: readonly (readonly string[])[], chain = box) =>
    chain.request('starknet_getEvents', {
      filter: {
        from_block: { block_number: 0 },
        to_block: open ? 'pre_confirmed' : 'latest',
        address: STRK,
        keys,
        chunk_size: 100,
      },
    });
  const someReceiver = formatFelt(toFelt(FIRST_RECEIVER + Math.floor(transactions / 2)));
  const TRANSFER = formatFelt(selectorOf('Transfer'));
  const works: Record<WorkName, () => Promise<unknown>> = {
    transfer: () => send(transactions),
    'call of balanceOf': () =>
      box.request('starknet_call', {
        request: {
          contract_address: STRK,
          entry_point_selector: formatFelt(selectorOf('balanceOf')),
          calldata: [account.address],
        },
        block_id: open ? 'pre_confirmed' : 'latest',
      }),
    'getEvents by address and key, the first 100': () => events([[TRANSFER]]),
    'getEvents by address and receiver, from block 0': () => events([[TRANSFER], [], [someReceiver]]),
    receipt: () =>
      box.request('starknet_getTransactionReceipt', {
        transaction_hash: hashes[Math.floor(Math.random() * hashes.length)]!,
      }),
    // One takes less than the microsecond in which the time is counted.
    '1,000 snapshots and restores': async () => {
      for (let i = 0; i < 1000; i++) box.restore(box.snapshot());
    },
  };

  /** The median processor milliseconds of one run. */
  const measure = async (name: WorkName, rounds: number): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const mark = box.snapshot();
      const start = process.cpuUsage();
      await works[name]();
      times.push(processorMsSince(start));
      box.restore(mark);
    }
    return median(times);
  };

  /** The time of the main thread, which takes nearly as long on an idle machine. V8 collects garbage and computes checksums on others. */
  const stateFile = async (): Promise<StateFile> => {
    const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
      const start = mainThreadMs();
      return [await work(), mainThreadMs() - start];
    };
    const [bytes, saveMs] = await timed(() => box.saveState());
    const [copy, loadMs] = await timed(() => Sandbox.create({ state: bytes }));
    const [, searchMs] = await timed(() => events([[TRANSFER], [], [someReceiver]], copy));
    copy.close();
    return { saveMs, loadMs, searchMs, megabytes: bytes.length / 1e6 };
  };

  return { built, measure, stateFile };
}
