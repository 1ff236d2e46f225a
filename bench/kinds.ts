// npm run bench:kinds: measures one contract with a function for each kind of work, over HTTP, on the built command.
//   -- --beside PATH   also measures the native server at PATH, in turns
//   -- --only TEXT     only the kinds whose name contains TEXT
//   -- --rounds N      the number of warm runs of each kind (default 15)
//   -- --servers N     the number of servers for the cold figures (default 3)
//   -- --processor     the processor time of the server instead of the time a client waits; for busy machines (Linux)
import { UDC_LEGACY_ADDRESS } from '../src/chain/genesis/genesis.ts';
import { contractAddress, selectorOf } from '../src/execution/hash/address.ts';
import { type Felt, formatFelt, parseFelt, toFelt } from '../src/felt/felt.ts';
import { abiText } from '../src/sierra/class/abiText.ts';
import { compileSierra } from '../src/sierra/index.ts';
import type { Answer } from './client.ts';
import { duration, median } from './harness.ts';
import { kindsClass, largeClass } from './kindsClass.ts';
import { EVENTS, KINDS, type Kind, type KindsContract } from './kindsWork.ts';
import { firstRun, newClassCache, processMs, type Running, start, stop } from './serverProcess.ts';
import { type Account, type ClassFile, declareText, invokeText } from './serverTransactions.ts';

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const native = option('--beside');
const only = option('--only') ?? '';
const rounds = Number(option('--rounds') ?? 15);
const servers = Number(option('--servers') ?? 3);
const processor = process.argv.includes('--processor');
const LARGE_CELLS = 40_000;
/** The time before the cold figures in which the server finishes its warm-up. */
const PAUSE_MS = 1500;

interface Side extends Running {
  readonly account: Account;
  nonce: number;
}

interface DeclaredClass {
  readonly file: ClassFile;
  readonly contract: KindsContract;
}

function declaredClass(file: ClassFile): DeclaredClass {
  const classHash = parseFelt(compileSierra({ ...file, abi: abiText(file.abi) }).classHash)!;
  return { file, contract: { classHash, address: contractAddress(toFelt(0), toFelt(1), classHash, []) } };
}

/** One run of a kind. The clock runs during `work`; `check` throws if its answer is not what it should be. */
interface Run {
  readonly work: () => Promise<Answer>;
  readonly check: (answer: Answer) => void;
}

function refuseError(answer: Answer): void {
  const text = answer.text();
  if (text.includes('"error"')) throw new Error(text.slice(0, 400));
}

async function deploy(side: Side, { file, contract }: DeclaredClass): Promise<void> {
  refuseError(await side.client.send(side.client.prepareText(declareText(side.account, side.nonce++, file))));
  await once(invoke(side, UDC_LEGACY_ADDRESS, 'deployContract', [contract.classHash, 1, 0, 0]));
}

const once = async ({ work, check }: Run): Promise<void> => check(await work());

/** Signs a transaction. The work is to send it and to receive its receipt. */
function invoke(side: Side, to: Felt, entryPoint: string, calldata: readonly (bigint | number)[]): Run {
  const { client } = side;
  const request = client.prepareText(invokeText(side.account, side.nonce++, { to, entryPoint, calldata }));
  return {
    work: async () => {
      const text = (await client.send(request)).text();
      const transaction_hash = JSON.parse(text).result?.transaction_hash;
      if (transaction_hash === undefined) throw new Error(text.slice(0, 400));
      return client.send(client.prepare('starknet_getTransactionReceipt', { transaction_hash }));
    },
    check: (answer) => {
      const text = answer.text();
      if (JSON.parse(text).result?.execution_status !== 'SUCCEEDED') throw new Error(text.slice(0, 400));
    },
  };
}

/** Prepares one run of a kind. */
function prepare(side: Side, kind: Kind, contract: KindsContract, round: number): Run {
  if (kind.how === 'transaction')
    return invoke(side, contract.address, kind.entryPoint, kind.calldata(contract, round));
  const [method, params] =
    kind.how === 'request'
      ? [kind.method, kind.params(contract)]
      : [
          'starknet_call',
          {
            request: {
              contract_address: formatFelt(contract.address),
              entry_point_selector: formatFelt(selectorOf(kind.entryPoint)),
              calldata: kind.calldata(contract, round).map((felt) => formatFelt(toFelt(felt))),
            },
            block_id: 'latest',
          },
        ];
  const request = side.client.prepare(method, params);
  return { work: () => side.client.send(request), check: refuseError };
}

async function timed({ child }: Side, name: string, { work, check }: Run): Promise<number> {
  const now = () => (processor ? processMs(child) : performance.now());
  const begin = now();
  const answer = await work();
  const spent = now() - begin;
  try {
    check(answer);
  } catch (error) {
    throw new Error(name, { cause: error });
  }
  return spent;
}

async function startSides(): Promise<readonly Side[]> {
  const sides: Side[] = [];
  for (const run of [await start(undefined, newClassCache()), ...(native ? [await start(native)] : [])]) {
    const [account] = await run.client.call<Account[]>('devnet_getPredeployedAccounts');
    sides.push({ ...run, account: account!, nonce: 0 });
  }
  return sides;
}

interface Result {
  readonly name: string;
  readonly bar: number;
  /** The times of each side. */
  readonly cold: readonly number[][];
  readonly warm: readonly number[][];
}

const small = declaredClass(kindsClass());
const large = declaredClass(largeClass(LARGE_CELLS));
const FIRST_CALL = `first call of a class of ${LARGE_CELLS.toLocaleString('en')} felts`;
const kinds = KINDS.filter(({ name }) => name.includes(only));
const sideCount = native ? 2 : 1;
const empty = (): number[][] => Array.from({ length: sideCount }, () => []);
const results = new Map<string, Result>();
for (const { name, bar } of [...kinds, { name: FIRST_CALL, bar: 4 }])
  results.set(name, { name, bar, cold: empty(), warm: empty() });

await firstRun();
for (let server = 0; server < servers; server++) {
  const sides = await startSides();
  for (const side of sides) {
    await deploy(side, small);
    await deploy(side, large);
    await once(invoke(side, small.contract.address, 'emit_many', [EVENTS]));
    await once(invoke(side, small.contract.address, 'write_map', [0, 800]));
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  for (const [i, side] of sides.entries())
    results.get(FIRST_CALL)!.cold[i]!.push(await timed(side, FIRST_CALL, prepare(side, KINDS[0]!, large.contract, 0)));
  for (const kind of kinds)
    for (const [i, side] of sides.entries())
      results.get(kind.name)!.cold[i]!.push(await timed(side, kind.name, prepare(side, kind, small.contract, 0)));
  if (server === servers - 1)
    // All kinds in turns, so that none has the machine in the state that it left itself.
    for (let round = 1; round <= rounds + 2; round++)
      for (const kind of kinds)
        for (const [i, side] of sides.entries()) {
          const ms = await timed(side, kind.name, prepare(side, kind, small.contract, round));
          if (round > 2) results.get(kind.name)!.warm[i]!.push(ms);
        }
  for (const side of sides) await stop(side);
}

const times = (list: readonly number[] | undefined) => (list?.length ? duration(median(list)) : '');
const ratio = ([ours, theirs]: readonly number[][]) =>
  ours?.length && theirs?.length ? median(theirs) / median(ours) : undefined;
console.log(
  `\nkinds of work over HTTP${processor ? ', processor time of the server' : ''}, warm: median of ${rounds}, cold: the first in a server, median of ${servers}`,
);
console.log(`  ${'work'.padEnd(54)} warm: ${native ? 'ours, native, times faster' : 'ours'}; cold: the same`);
for (const { name, bar, cold, warm } of results.values()) {
  const [warmRatio, coldRatio] = [ratio(warm), ratio(cold)];
  const ok = (warmRatio ?? bar) >= bar && (coldRatio ?? 1) >= 1;
  const columns = [warm, cold].map((lists) =>
    [...lists.map(times), ...(native ? [ratio(lists)?.toFixed(1) ?? ''] : [])]
      .map((text) => text.padStart(11))
      .join(''),
  );
  console.log(`  ${ok ? '    ' : 'MISS'} ${name.padEnd(50)} ${columns.join('   ')}${native ? `   bar ${bar}` : ''}`);
}
