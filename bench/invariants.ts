// npm run bench:invariants: what guidance costs, and how many calls an invariant makes.
//   -- --rounds N   rounds of the same sequences, with edges counted and without, in turns (default 15)
// The first part repeats recorded sequences, so that both ways execute the same calls. The second is `invariant` as users call it, beside a
// loop of starknet.js over HTTP that sends a transfer, waits for it and reads the supply. Processor time is that of all processes.
import { Account, config, RpcProvider } from 'starknet';
import { Draws } from '../src/testing/draws.ts';
import type { Sequence } from '../src/testing/fuzz/action.ts';
import { contractActions } from '../src/testing/fuzz/contractActions.ts';
import { drawSequence } from '../src/testing/fuzz/drawSequence.ts';
import { PlaceCounter } from '../src/testing/fuzz/places.ts';
import { runSequence } from '../src/testing/fuzz/runSequence.ts';
import { settingOf } from '../src/testing/fuzz/setting.ts';
import { type ContractLike, World } from '../src/testing/fuzz/world.ts';
import { invariant } from '../src/testing/index.ts';
import { deployPlanted, plantedBox } from '../test/support/planted.ts';
import { duration, median, printRows, processorMsSince, type Row } from './harness.ts';
import { processMs, start, stop } from './serverProcess.ts';

const at = process.argv.indexOf('--rounds');
const ROUNDS = at < 0 ? 15 : Number(process.argv[at + 1]);
const SEQUENCES = 20;
const MOST = 1.1;

const box = await plantedBox();

async function guidanceCost(name: string, contract: ContractLike): Promise<Row> {
  const setting = await settingOf({ box, contracts: { contract } });
  const { actions: calls } = contractActions(setting.contracts, {});
  const actors = setting.actors.map(({ known }) => known.name);
  const subject = {
    actions: new Map(calls.map((action) => [action.name, action])),
    check: () => true,
    checkAfter: 'call',
    checksReverts: false,
    failOnRevert: false,
  } as const;
  const counter = new PlaceCounter(box);
  const [counted, plain] = [await World.open(setting, counter), await World.open(setting, undefined)];
  const sequences: Sequence[] = [];
  for (let number = 1; number <= SEQUENCES; number++) {
    const choices = new Draws(0, number);
    const plan = drawSequence(choices, { calls, moves: [], actors }, [], 20);
    sequences.push((await runSequence(plain, subject, plan, choices)).steps);
  }
  const first = { below: () => 0 };
  const runAll = async (world: World, after: () => void): Promise<number> => {
    const begin = process.cpuUsage();
    for (const sequence of sequences) {
      await runSequence(world, subject, sequence, first);
      after();
    }
    return processorMsSince(begin);
  };
  const ways = [() => runAll(counted, () => counter.hasNew()), () => runAll(plain, () => {})] as const;
  for (let round = 0; round < 4; round++) for (const way of ways) await way();
  const ratios: number[] = [];
  const times: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    const taken: [number, number] = [0, 0];
    for (const way of order) taken[way as 0 | 1] = await ways[way as 0 | 1]();
    times.push(taken);
    ratios.push(taken[0] / taken[1]);
  }
  await Promise.all([counted.close(), plain.close()]);
  const ratio = median(ratios);
  const steps = sequences.reduce((sum, { length }) => sum + length, 0);
  const each = (way: 0 | 1) => duration(median(times.map((taken) => taken[way])) / steps);
  return {
    name: `${name}: ${ratio.toFixed(3)} times the time`,
    ours: each(0),
    theirs: each(1),
    bar: `<= ${MOST.toFixed(2)} times`,
    ok: ratio <= MOST,
  };
}

interface Speed {
  readonly calls: number;
  readonly ms: number;
  readonly processorMs: number;
}

async function invariantSpeed(seed: number): Promise<Speed & { readonly sequences: number }> {
  const [began, begin] = [performance.now(), process.cpuUsage()];
  const supply = await box.strk.read.total_supply();
  const { calls, sequences } = await invariant('the supply is constant', {
    box,
    contracts: { strk: box.strk },
    seed,
    progress: false,
    check: async ({ strk }) => (await strk.read.total_supply()) === supply,
  });
  return { calls, sequences, ms: performance.now() - began, processorMs: processorMsSince(begin) };
}

/** The same by hand: a transfer, its receipt and the supply, over HTTP. */
async function loopSpeed(calls: number): Promise<Speed> {
  const server = await start();
  config.set('logLevel', 'OFF');
  const accounts = (await server.client.call('devnet_getPredeployedAccounts', {})) as {
    readonly address: string;
    readonly private_key: string;
  }[];
  const provider = new RpcProvider({ nodeUrl: server.url, transactionRetryIntervalFallback: 0 });
  const [account] = accounts.map(({ address, private_key }) => new Account({ provider, address, signer: private_key }));
  const contractAddress = box.strk.address;
  const once = async (amount: number): Promise<void> => {
    const calldata = ['0x77', amount, 0];
    const { transaction_hash } = await account!.execute({ contractAddress, entrypoint: 'transfer', calldata });
    await provider.waitForTransaction(transaction_hash);
    await provider.callContract({ contractAddress, entrypoint: 'total_supply', calldata: [] });
  };
  for (let i = 0; i < 20; i++) await once(i);
  const [began, begin, serverBefore] = [performance.now(), process.cpuUsage(), processMs(server.child)];
  for (let i = 0; i < calls; i++) await once(i);
  const ms = performance.now() - began;
  const processorMs = processorMsSince(begin) + processMs(server.child) - serverBefore;
  await stop(server);
  return { calls, ms, processorMs };
}

const shown = (name: string, { calls, ms, processorMs }: Speed): void =>
  console.log(
    `  ${name.padEnd(44)} ${((1000 * calls) / processorMs).toFixed(0).padStart(5)} calls per second of processor time, ${((1000 * calls) / ms).toFixed(0).padStart(5)} per second`,
  );

const costs = [
  await guidanceCost('a token', box.strk),
  await guidanceCost('a pool', await deployPlanted(box, 'Pool')),
  await guidanceCost('a club', await deployPlanted(box, 'Club')),
];
printRows(`a call with edges counted and without, processor time, median of ${ROUNDS} rounds`, costs);
console.log('\nan invariant of a token, with a check after each call, and a loop that does the same');
await invariantSpeed(1);
const { sequences, ...speed } = await invariantSpeed(0);
shown(`invariant, ${sequences} sequences, ${speed.calls} calls`, speed);
shown('starknet.js over HTTP, 300 calls', await loopSpeed(300));
await box.close();
