// Explanations and the history of storage cells, which people ask for one at a time.
import { type CallLike, Sandbox } from '../src/index.ts';
import { limitRow, mainThreadMs, median, type Row, scaleNow } from './harness.ts';

const CALLS = 100;
const BLOCKS = 10_000;
const ROUNDS = 21;

export async function explainBench(): Promise<readonly Row[]> {
  const by = machineFactor();
  const box = await Sandbox.create({ seed: 7, accounts: 1 });
  const calls = Array.from({ length: CALLS }, (_, i) => box.strk.populate.transfer(`0x${100 + i}`, 5n) as CallLike);
  const { transactionHash } = await box.execute(calls);
  const rows = [limitRow(`explain ${CALLS} calls`, await explaining(box, transactionHash), 20, by)];
  await box.strk.write.transfer('0x55', 1n);
  for (let i = 0; i < BLOCKS; i++) await box.strk.write.transfer('0x77', 1n);
  const writers = (owner: string, limit: number) => {
    const params = { contract_address: box.strk.address, key: `ERC20_balances[${owner}]`, limit };
    return threadMs(() => box.request('devnet_getStorageWriters', params));
  };
  const sender = box.accounts[0]!.address;
  for (const limit of [1, 100])
    rows.push(limitRow(`the last ${limit} of ${BLOCKS} writers of a cell`, await writers(sender, limit), 10, by));
  rows.push(limitRow(`the writer of a cell ${BLOCKS} blocks ago`, await writers('0x55', 1), 10, by));
  await box.close();
  return rows;
}

/**
 * The bars are for an ordinary machine, which runs the calibration loop in less than the 182 ms of the reference machine (two shared cores at
 * 2.5 GHz: 104 ms). So only a machine that is slower than the reference gets longer bars. Like the rows, this is processor time: a wait for a
 * processor makes neither longer.
 */
const machineFactor = (): number => Math.max(1, median(Array.from({ length: 5 }, scaleNow)));

const explaining = (box: Sandbox, transactionHash: string): Promise<number> =>
  threadMs(() => box.request('devnet_explainTransaction', { transaction_hash: transactionHash }));

/** The time that some work takes of the main thread, when it has run some times before: what a client waits for on an idle machine. */
async function threadMs(work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 10; i++) await work();
  const start = mainThreadMs();
  for (let i = 0; i < ROUNDS; i++) await work();
  return (mainThreadMs() - start) / ROUNDS;
}
