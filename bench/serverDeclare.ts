import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { duration, median, type Row, scaledAround } from './harness.ts';
import { newClassCache, type Running, start, stop, threadMs } from './serverProcess.ts';
import { type Account, type ClassFile, declareText, transferText } from './serverTransactions.ts';

// The native server's time for erc20_oz100, most likely on a server that had served other requests before.
const THEIR_ERC20_MS = 166;
const SERVERS = 5;
const TRANSFERS = 300;

/** The class of the native server's figure if its recording is available; otherwise one of our own, which is twice as large. */
export function declaredClass(): { readonly name: string; readonly file: ClassFile } {
  const shared = process.env['STARBOX_SHARED'] ?? join(process.cwd(), '../shared');
  const path = join(shared, 'corpus/sierra-casm/contracts/erc20_oz100.sierra.json.gz');
  return existsSync(path)
    ? { name: 'erc20_oz100', file: JSON.parse(gunzipSync(readFileSync(path)).toString()) }
    : {
        name: 'a class twice the size of erc20_oz100',
        file: JSON.parse(readFileSync('contracts/classes/exerciser.sierra.json', 'utf8')),
      };
}

interface DeclareTimes {
  readonly ms: number;
  /** The time of the server's main thread. */
  readonly threadMs: number;
}

async function declareOnce({ client, child }: Running, text: string): Promise<DeclareTimes> {
  const request = client.prepareText(text);
  const ran = threadMs(child);
  const begin = performance.now();
  const answer = await client.send(request);
  const spent = { ms: performance.now() - begin, threadMs: threadMs(child) - ran };
  const answered = answer.text();
  if (!answered.includes('transaction_hash')) throw new Error(`declare: ${answered.slice(0, 300)}`);
  return spent;
}

/** The first declaration of a server that has served other requests, as the native server most likely had when it was measured. */
export async function servedDeclareRow(server: Running, account: Account, nonce: number): Promise<Row> {
  const { name, file } = declaredClass();
  const text = declareText(account, nonce, file);
  const [spent, factor] = await scaledAround(() => declareOnce(server, text));
  return declareRow(`first declare, ${name}, never seen, on the server that served all of this`, [spent], factor);
}

function declareRow(name: string, times: readonly DeclareTimes[], factor: number): Row {
  const theirs = THEIR_ERC20_MS * factor;
  const ours = median(times.map(({ ms }) => ms));
  const thread = median(times.map((time) => time.threadMs));
  return {
    name,
    ours: `${duration(ours)} (its thread ${duration(thread)})`,
    theirs: duration(theirs),
    ratio: theirs / ours,
    bar: `>= 1x (calibration ${factor.toFixed(2)})`,
    ok: ours <= theirs,
  };
}

/**
 * The first declaration of a server: on new servers and on servers that have served transfers, immediately and after a second; of a
 * class that was never compiled on this machine, and of one that an earlier run has compiled and cached.
 */
export async function declareRows(): Promise<readonly Row[]> {
  const { name, file } = declaredClass();
  const seen = newClassCache();
  const compiler = await start(undefined, seen);
  // All servers have the same accounts and the same chain.
  const [account] = await compiler.client.call<Account[]>('devnet_getPredeployedAccounts');
  const first = declareText(account!, 0, file);
  const later = declareText(account!, TRANSFERS, file);
  const transfers = Array.from({ length: TRANSFERS }, (_, nonce) => transferText(account!, nonce));
  await declareOnce(compiler, first);
  // By then, the compiled class is written to the cache.
  await stop(compiler);
  const cases = [false, true].flatMap((isSeen) =>
    [
      { when: 'at once', isUsed: false, restMs: 0 },
      { when: 'after a second', isUsed: false, restMs: 1000 },
      { when: `after ${TRANSFERS} transfers`, isUsed: true, restMs: 0 },
      { when: `after ${TRANSFERS} transfers and a second`, isUsed: true, restMs: 1000 },
    ].map((each) => ({ ...each, isSeen, times: [] as DeclareTimes[] })),
  );
  const [, factor] = await scaledAround(async () => {
    for (let i = 0; i < SERVERS; i++)
      for (const { isUsed, restMs, isSeen, times } of cases) {
        const server = await start(undefined, isSeen ? seen : undefined);
        if (isUsed) for (const text of transfers) await server.client.post(text);
        await new Promise((resolve) => setTimeout(resolve, restMs));
        times.push(await declareOnce(server, isUsed ? later : first));
        await stop(server);
      }
  });
  return cases.map(({ when, isSeen, times }) =>
    declareRow(
      `first declare, ${name}, ${isSeen ? 'compiled by an earlier run' : 'never seen'}, ${when}`,
      times,
      factor,
    ),
  );
}
