// npm run bench:server: measures the built command over HTTP, and compares it with figures of the public native server. Those were
// measured on an idle machine with two cores, and are scaled by calibrations around each row and in the pauses of long ones.
//   -- --beside PATH   also measures the native server at PATH in the same run, interleaved; then nothing is scaled
//   -- declare         measures only the declaration of a class, on servers that have just started
//   -- --transfers N   the number of transfers for the latency at the end (default 10000)
import { selectorOf } from '../src/execution/hash/address.ts';
import { formatFelt } from '../src/felt/felt.ts';
import { duration, median, printRows, type Row, ratioRow, scaledAround } from './harness.ts';
import { besideRows } from './serverBeside.ts';
import { declareRows, servedDeclareRow } from './serverDeclare.ts';
import { firstRun, rssMb, start, stop } from './serverProcess.ts';
import { type Account, STRK, transferText } from './serverTransactions.ts';

// Native server 0.10.1, HTTP with keep-alive, idle machine with two cores.
const THEIRS = {
  startMs: 1951,
  blockNumberPerS: 2475,
  transferPerS: 90,
  balanceOfPerS: 433,
  rssAfter600Mb: 337,
};

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const transfers = Number(option('--transfers') ?? 10_000);
const native = option('--beside');
await firstRun();
if (native) {
  printRows('server, beside the native one', await besideRows(native, transfers));
  process.exit();
}

/** Calls per second of a warm server: the median of batches, with a calibration before each. */
async function perSecond(work: () => Promise<unknown>, count: number, look: () => void): Promise<number> {
  for (let i = 0; i < count / 2; i++) await work();
  const rates: number[] = [];
  for (let batch = 0; batch < 5; batch++) {
    look();
    const begin = performance.now();
    for (let i = 0; i < count / 5; i++) await work();
    rates.push((count / 5 / (performance.now() - begin)) * 1000);
  }
  return rates.sort((a, b) => a - b)[2]!;
}

/** A row for a rate that `work` measures. */
async function rateRow(
  name: string,
  theirs: number,
  atLeast: number,
  measure: (look: () => void) => Promise<number>,
): Promise<Row> {
  const [ours, factor] = await scaledAround(measure);
  const scaled = theirs / factor;
  return {
    name,
    ours: `${ours.toFixed(0)}/s`,
    theirs: `${scaled.toFixed(0)}/s`,
    ratio: ours / scaled,
    bar: `>= ${atLeast}x (calibration ${factor.toFixed(2)})`,
    ok: ours / scaled >= atLeast,
  };
}

const TITLE = 'server (figures of the native one scaled by the calibration)';
const rows: Row[] = [];
if (process.argv.includes('declare')) {
  printRows(TITLE, await declareRows());
  process.exit();
}

/** A row for the start of servers in some environment. */
async function startRow(name: string, env: NodeJS.ProcessEnv): Promise<Row> {
  const [starts, factor] = await scaledAround(async (look) => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      if (i > 0) look();
      const run = await start(undefined, undefined, env);
      times.push(run.startMs);
      await stop(run);
    }
    return times;
  });
  return ratioRow(name, median(starts), THEIRS.startMs * factor, 6, factor);
}

rows.push(await startRow('process start to first answer (median of 5)', process.env));
// Node.js reads these certificates at every start, before it runs our code; the native server reads none.
if (process.env['NODE_EXTRA_CA_CERTS'])
  rows.push(await startRow('the same without NODE_EXTRA_CA_CERTS', { ...process.env, NODE_EXTRA_CA_CERTS: '' }));

const run = await start();
const { client, child } = run;
const blockNumber = client.prepare('starknet_blockNumber');
rows.push(
  await rateRow('starknet_blockNumber', THEIRS.blockNumberPerS, 2, (look) =>
    perSecond(() => client.send(blockNumber), 5000, look),
  ),
);
const [account] = await client.call<Account[]>('devnet_getPredeployedAccounts');
const balanceOf = client.prepare('starknet_call', {
  request: {
    contract_address: formatFelt(STRK),
    entry_point_selector: formatFelt(selectorOf('balanceOf')),
    calldata: [account!.address],
  },
  block_id: 'latest',
});
rows.push(
  await rateRow('starknet_call balanceOf', THEIRS.balanceOfPerS, 4, (look) =>
    perSecond(() => client.send(balanceOf), 5000, look),
  ),
);

const latencies: number[] = [];
const transferRow = await rateRow('signed transfers, one after another', THEIRS.transferPerS, 6, async (look) => {
  let signed: Buffer[] = [];
  for (let nonce = 0; nonce < transfers; nonce++) {
    if (signed.length === 0) {
      if (nonce > 0) look();
      signed = Array.from({ length: Math.min(500, transfers - nonce) }, (_, i) =>
        client.prepareText(transferText(account!, nonce + i)),
      ).reverse();
    }
    const request = signed.pop()!;
    const begin = performance.now();
    const answer = await client.send(request);
    latencies.push(performance.now() - begin);
    const text = answer.text();
    if (!text.includes('transaction_hash')) throw new Error(text);
    if (nonce === 599)
      rows.push({
        name: 'resident memory after 600 transfers',
        ours: `${rssMb(child).toFixed(0)} MB`,
        theirs: `${THEIRS.rssAfter600Mb} MB`,
        ratio: THEIRS.rssAfter600Mb / rssMb(child),
        bar: '<= 2/3',
        ok: rssMb(child) <= (THEIRS.rssAfter600Mb * 2) / 3,
      });
  }
  return 1000 / median(latencies.slice(300));
});
rows.push(transferRow);
const early = median(latencies.slice(100, 300));
const late = median(latencies.slice(-200));
rows.push({
  name: `latency of the last transfers of ${transfers} to the 100th`,
  ours: duration(late),
  theirs: duration(early),
  ratio: late / early,
  bar: '<= 1.25',
  ok: late / early <= 1.25,
});

rows.push(await servedDeclareRow(run, account!, transfers));
await stop(run);
rows.push(...(await declareRows()));
printRows(TITLE, rows);
