import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryClasses } from '../../fuzz/sierraSeeds.ts';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { Random } from '../../test/support/random.ts';
import { STRK } from '../../test/support/wallet.ts';
import { Bystander, type BystanderReport } from '../bystander.ts';
import { pause } from '../target.ts';
import { HttpConnection } from './connection.ts';
import { KnownValues } from './knownValues.ts';
import { type DeclarableClass, GREEDY, type MethodCount, SoakClient, type SoakWorld } from './soakClient.ts';
import { type Measurement, SoakServer } from './soakServer.ts';

export interface SoakOptions {
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  /** The Node.js that runs the server. */
  readonly node: string;
  readonly onMinute: (progress: SoakProgress) => void;
  readonly onCycle: (cycle: SoakCycle, number: number) => void;
}

export interface SoakProgress {
  readonly minute: number;
  readonly requests: number;
  readonly results: number;
  readonly faults: number;
  readonly rssMb: number;
  readonly longestTurnMs: number;
  readonly wait: BystanderReport;
}

/** What was measured after a cycle, when the chain had been taken back. */
export interface SoakCycle {
  /** The heap without compiled code, and what it keeps outside, after garbage collection. */
  readonly bytes: number;
  /** What V8 has compiled. It grows for hours, slower and slower, as more functions are found worth optimising. */
  readonly compiled: number;
  /** The part outside the heap: bytes and memory of WebAssembly. */
  readonly external: number;
  readonly rss: number;
  readonly peakMb: number;
  /** The processor time of the longest turn of the event loop. */
  readonly longestTurnMs: number;
}

export interface SoakReport {
  readonly requests: number;
  readonly notices: number;
  readonly cycles: readonly SoakCycle[];
  readonly wait: BystanderReport;
  readonly counts: ReadonlyMap<string, MethodCount>;
  readonly faults: readonly string[];
}

/** Without these options some methods only answer that they need them. All limits are the default ones. */
const MORE_METHODS = ['--state-archive-capacity', 'full', '--dump-on', 'request', '--coverage', 'coverage'];
const CYCLES = 12;
const SHORTEST_CYCLE_SECONDS = 15;
/** Longer than the node keeps machines that it does not use. */
const SETTLE_MS = 45_000;
/** More debuggers than are kept. */
const DEBUGGERS = 5;
const MOST_FAULTS = 200;

/** Runs the clients in cycles, each of which ends with a new chain. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const server = await SoakServer.start(options.node, ['--accounts', String(options.clients), ...MORE_METHODS]);
  const control = new Control(server.port);
  const begin = performance.now();
  const isOver = () => performance.now() - begin >= options.seconds * 1000 || server.ended !== undefined;
  const world: SoakWorld = {
    port: server.port,
    known: new KnownValues(new Random(options.seed)),
    classes: repositoryClasses(resolve('contracts/classes')).map(asDeclared),
    declarable: DECLARED.map(declarable),
    counts: new Map(),
    faults: [],
  };
  const accounts = await control.call<{ address: string; private_key: string }[]>('devnet_getPredeployedAccounts');
  const clients = accounts.map(
    ({ address, private_key: privateKey }, i) =>
      new SoakClient(world, { address, privateKey }, new Random(options.seed * 1009 + i)),
  );
  const bystander = new Bystander(server);
  let longestTurnMs = 0;
  server.onLongTurn = (milliseconds) => {
    longestTurnMs = Math.max(longestTurnMs, milliseconds);
    const names = clients.map(({ busyWith }) => busyWith).filter(Boolean);
    console.log(
      `  a turn of ${milliseconds.toFixed(0)} ms, while these were under way: ${names.join(', ').slice(0, 500)}`,
    );
  };
  server.onNamedTurn = (line) => console.log(`  the node says: ${line}`);
  let minute = 0;
  let told = 0;
  const progress = setInterval(() => {
    void bystander.report().then((wait) => {
      const { requests, results } = totals(world.counts);
      const rssMb = server.rssMb();
      const faults = world.faults.length;
      for (const fault of world.faults.slice(told)) console.log(`  fault: ${fault}`);
      told = faults;
      options.onMinute({ minute: ++minute, requests, results, faults, rssMb, longestTurnMs, wait });
    });
  }, 60_000);
  const cycles: SoakCycle[] = [];
  const cycleMs = Math.max(SHORTEST_CYCLE_SECONDS, options.seconds / CYCLES) * 1000;
  try {
    while (!isOver() && world.faults.length < MOST_FAULTS) {
      await prepareChain(control, world.known);
      const end = performance.now() + cycleMs;
      await Promise.all(clients.map((client) => client.run(() => isOver() || performance.now() >= end)));
      if (server.ended !== undefined) break;
      const { heapUsed, compiled, external, rss, longestTurnMs } = await takeBack(control, server, world.known);
      const bytes = heapUsed - compiled + external;
      const cycle = { bytes, compiled, external, rss, peakMb: server.peakMb(), longestTurnMs };
      cycles.push(cycle);
      options.onCycle(cycle, cycles.length);
    }
  } catch (error) {
    // The soak itself got no answer, or another one than it must get.
    world.faults.push((error as Error).message);
  }
  clearInterval(progress);
  const wait = await bystander.stop();
  if (server.ended !== undefined) world.faults.push(server.ended);
  else if (wait.failures > 0) world.faults.push(`${wait.failures} small requests of another client failed`);
  for (const { name } of methods.values()) if (!world.counts.has(name)) world.faults.push(`${name} was never called`);
  control.close();
  await server.stop();
  return {
    requests: totals(world.counts).requests,
    notices: clients.reduce((sum, { notices }) => sum + notices, 0),
    cycles,
    wait,
    counts: world.counts,
    faults: world.faults,
  };
}

function totals(counts: ReadonlyMap<string, MethodCount>): { readonly requests: number; readonly results: number } {
  let requests = 0;
  let results = 0;
  for (const count of counts.values()) {
    requests += count.results + count.errors + count.unanswered;
    results += count.results;
  }
  return { requests, results };
}

const DECLARED = ['counter_before', 'counter_after', 'steps', 'printer', 'ledger'];

function declarable(name: string): DeclarableClass {
  const text = readFileSync(`contracts/classes/${name}.sierra.json`, 'utf8');
  const { classHash, compiledClassHash } = compileClass(readClassText(text));
  return { contractClass: asDeclared(JSON.parse(text)) as { abi: string }, classHash, compiledClassHash };
}

/** A class file in the form in which clients declare it. */
function asDeclared(file: object): object {
  const { sierra_program, entry_points_by_type, contract_class_version, abi } = file as Record<string, unknown>;
  return { sierra_program, entry_points_by_type, contract_class_version, abi: JSON.stringify(abi) };
}

/** Puts a contract on the chain that can do much work, and tells the clients what there is. */
async function prepareChain(control: Control, known: KnownValues): Promise<void> {
  const contract_class = asDeclared(JSON.parse(readFileSync('contracts/classes/greedy.sierra.json', 'utf8')));
  const { classes } = await control.call<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', {
    state_diff: {},
    classes: [{ contract_class }],
  });
  const [{ class_hash }] = classes as [{ class_hash: string }];
  await control.call('devnet_applyStateDiff', {
    state_diff: { deployed_contracts: [{ address: GREEDY, class_hash }] },
  });
  await control.call('devnet_createBlock');
  known.clear();
  known.add('token', STRK);
  known.add('network_url', 'mock');
  for (const address of [GREEDY, STRK]) known.add('address', address);
  for (const path of ['soak.dump', 'soak.starbox', 'other.dump']) known.add('path', path);
  known.learn('getPredeployedAccounts', await control.call('devnet_getPredeployedAccounts'));
  known.learn('getClassAt', await control.call('starknet_getClassAt', ['latest', STRK]));
}

/**
 * Drops the boxes and snapshots, replaces the chain by a new one, and measures. What is cached is bounded, but how full a cache is depends
 * on the last requests, so recordings of the debugger are replaced first. The node itself drops machines that are not used.
 */
async function takeBack(control: Control, server: SoakServer, known: KnownValues): Promise<Measurement> {
  const { boxes } = await control.call<{ boxes: { box_id: string }[] }>('devnet_getBoxes');
  for (const { box_id } of boxes) await control.call('devnet_dropBox', { box_id });
  await restart(control);
  await prepareChain(control, known);
  await replaceRecordings(control);
  await restart(control);
  await pause(SETTLE_MS);
  return server.measure();
}

const restart = (control: Control) => control.call('devnet_restart', { restart_l1_to_l2_messaging: true });

/** Replaces the recordings of the debugger by small ones. */
async function replaceRecordings(control: Control): Promise<void> {
  for (let i = 0; i < DEBUGGERS; i++) {
    const mint = await control.call<{ tx_hash: string }>('devnet_mint', { address: '0x1', amount: 1 });
    await control.call('devnet_debugTransaction', { transaction_hash: mint.tx_hash });
  }
}

/** Requests of the soak itself, which must succeed. */
class Control {
  readonly #connection: HttpConnection;

  constructor(port: number) {
    this.#connection = new HttpConnection(port, '/');
  }

  async call<T>(method: string, params?: unknown): Promise<T> {
    const outcome = await this.#connection.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = 'text' in outcome ? JSON.parse(outcome.text) : { result: undefined, error: outcome };
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as T;
  }

  close(): void {
    this.#connection.close();
  }
}
