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

async function post(side: Side, text: string): Promise<string> {
  const answer = await side.client.post(text);
  if (answer.includes('"error"')) throw new Error(answer.slice(0, 400));
  return answer;
}

async function deploy(side: Side, { file, contract }: DeclaredClass): Promise<void> {
  await post(side, declareText(side.account, side.nonce++, file));
  const calldata = [contract.classHash, 1, 0, 0];
  await invoke(side, UDC_LEGACY_ADDRESS, 'deployContract', calldata)();
}

/** Signs a transaction, and returns the work of sending it and reading its receipt. */
function invoke(side: Side, to: Felt, entryPoint: string, calldata: readonly (bigint | number)[]): () => Promise<void> {
  const text = invokeText(side.account, side.nonce++, { to, entryPoint, calldata });
  return async () => {
    const { transaction_hash } = JSON.parse(await post(side, text)).result;
    const receipt = await side.client.call<{ execution_status: string }>('starknet_getTransactionReceipt', {
      transaction_hash,
    });
    if (receipt.execution_status !== 'SUCCEEDED') throw new Error(JSON.stringify(receipt).slice(0, 400));
  };
}

/** Prepares one run of a kind; the returned function is what is timed. */
function prepare(side: Side, kind: Kind, contract: KindsContract, round: number): () => Promise<unknown> {
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
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return () =>
    post(side, text).catch((error: Error) => {
      throw new Error(`${kind.name}: ${error.message}`);
    });
}

async function timed({ child }: Side, work: () => Promise<unknown>): Promise<number> {
  const now = () => (processor ? processMs(child) : performance.now());
  const begin = now();
  await work();
  return now() - begin;
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
    await invoke(side, small.contract.address, 'emit_many', [EVENTS])();
    await invoke(side, small.contract.address, 'write_map', [0, 800])();
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  for (const [i, side] of sides.entries())
    results.get(FIRST_CALL)!.cold[i]!.push(await timed(side, prepare(side, KINDS[0]!, large.contract, 0)));
  for (const kind of kinds)
    for (const [i, side] of sides.entries())
      results.get(kind.name)!.cold[i]!.push(await timed(side, prepare(side, kind, small.contract, 0)));
  if (server === servers - 1)
    // All kinds in turns, so that none has the machine in the state that it left itself.
    for (let round = 1; round <= rounds + 2; round++)
      for (const kind of kinds)
        for (const [i, side] of sides.entries()) {
          const ms = await timed(side, prepare(side, kind, small.contract, round));
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
