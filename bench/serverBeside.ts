import { selectorOf } from '../src/execution/hash/address.ts';
import { formatFelt } from '../src/felt/felt.ts';
import type { Answer } from './client.ts';
import { median, type Row, ratioRow } from './harness.ts';
import { declaredClass } from './serverDeclare.ts';
import { newClassCache, type Running, rssMb, start, stop } from './serverProcess.ts';
import { type Account, type ClassFile, declareText, STRK, transferText } from './serverTransactions.ts';

/** A server that is measured: its first account, and the number of transactions of that account. */
interface Side extends Running {
  readonly account: Account;
  nonce: number;
}

/** The answer is checked after the clock was stopped. */
async function timed(work: () => Promise<Answer>): Promise<number> {
  const begin = performance.now();
  const answer = await work();
  const spent = performance.now() - begin;
  const text = answer.text();
  if (text.includes('"error"')) throw new Error(text.slice(0, 300));
  return spent;
}

/** The milliseconds of a request on both sides, in alternating portions of `portion` requests: the median without the first tenth. */
async function interleaved(
  sides: readonly Side[],
  turns: number,
  portion: number,
  request: (side: Side) => () => Promise<Answer>,
): Promise<readonly [number, number]> {
  const times: number[][] = sides.map(() => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [i, side] of sides.entries()) {
      // The work of the client is not timed.
      const prepared = Array.from({ length: portion }, () => request(side));
      for (const work of prepared) times[i]!.push(await timed(work));
    }
  const [ours, theirs] = times.map((list) => median(list.slice(list.length / 10)));
  return [ours!, theirs!];
}

/** The work of sending a request; its bytes are made before. */
function sending({ client }: Side, method: string, params?: unknown): () => Promise<Answer> {
  const request = client.prepare(method, params);
  return () => client.send(request);
}

function sendingText({ client }: Side, text: string): () => Promise<Answer> {
  const request = client.prepareText(text);
  return () => client.send(request);
}

const transfer = (side: Side) => sendingText(side, transferText(side.account, side.nonce++));

async function startBoth(native: string, classCache: string): Promise<readonly Side[]> {
  const sides: Side[] = [];
  for (const run of [await start(undefined, classCache), await start(native)]) {
    const [account] = await run.client.call<Account[]>('devnet_getPredeployedAccounts');
    sides.push({ ...run, account: account!, nonce: 0 });
  }
  return sides;
}

async function declareInterleaved(sides: readonly Side[], file: ClassFile): Promise<readonly [number, number]> {
  const times: number[] = [];
  for (const side of sides) times.push(await timed(sendingText(side, declareText(side.account, side.nonce++, file))));
  return [times[0]!, times[1]!];
}

/** Measures our server and the native one in one run: the same client and requests, interleaved, so that no figure has to be scaled. */
export async function besideRows(native: string, transfers: number): Promise<readonly Row[]> {
  const starts: [number[], number[]] = [[], []];
  for (let i = 0; i < 5; i++)
    for (const [side, command] of [undefined, native].entries()) {
      const run = await start(command);
      starts[side]!.push(run.startMs);
      await stop(run);
    }
  const rows = [ratioRow('process start to first answer (median of 5)', median(starts[0]), median(starts[1]), 6)];
  const classCache = newClassCache();
  const sides = await startBoth(native, classCache);
  const row = (name: string, atLeast: number, [ours, theirs]: readonly [number, number]) =>
    rows.push(ratioRow(name, ours, theirs, atLeast));

  row('starknet_blockNumber', 2, await interleaved(sides, 10, 500, (side) => sending(side, 'starknet_blockNumber')));
  const balanceOf = (side: Side) => {
    const request = {
      contract_address: formatFelt(STRK),
      entry_point_selector: formatFelt(selectorOf('balanceOf')),
      calldata: [side.account.address],
    };
    return sending(side, 'starknet_call', { request, block_id: 'latest' });
  };
  row('starknet_call balanceOf', 4, await interleaved(sides, 10, 300, balanceOf));

  await interleaved(sides, 6, 100, transfer);
  const [ourMb, theirMb] = sides.map(({ child }) => rssMb(child)) as [number, number];
  rows.push({
    name: 'resident memory after 600 transfers',
    ours: `${ourMb.toFixed(0)} MB`,
    theirs: `${theirMb.toFixed(0)} MB`,
    ratio: theirMb / ourMb,
    bar: '>= 1.5x',
    ok: theirMb / ourMb >= 1.5,
  });
  const turns = Math.ceil((transfers - 600) / 100);
  row('signed transfers, one after another', 6, await interleaved(sides, turns, 100, transfer));
  const mint = (side: Side) =>
    sending(side, 'devnet_mint', { address: side.account.address, amount: 1000, unit: 'FRI' });
  row('mint', 1, await interleaved(sides, 10, 20, mint));

  const { name, file } = declaredClass();
  row(`declaring ${name}, the first class, never seen before`, 1, await declareInterleaved(sides, file));

  const thereAndBack =
    ({ client }: Side) =>
    async () => {
      const id = await client.call<string>('devnet_snapshot');
      return client.send(client.prepare('devnet_revert', { snapshot_id: id }));
    };
  row('snapshot and revert', 100, await interleaved(sides, 5, 4, thereAndBack));
  for (const side of sides) await stop(side);

  // The next run of a test suite declares the same class.
  const nextRun = await startBoth(native, classCache);
  await interleaved(nextRun, 1, 100, transfer);
  row(
    `the same in the next run, after 100 transfers: compiled by the run before`,
    1,
    await declareInterleaved(nextRun, file),
  );
  for (const side of nextRun) await stop(side);
  return rows;
}
