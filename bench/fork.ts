import { Sandbox } from '../src/index.ts';
import { counted, EXERCISER, forkOf } from '../test/support/fork/chains.ts';
import { deployExerciser, STRK, Wallet } from '../test/support/fork/wallet.ts';
import { duration, type Row } from './harness.ts';

/** The measured rounds, after those in which V8 still optimises the code. */
const ROUNDS = 300;
const WARM_UP = 100;
/** A transfer on a fork whose state is cached may take this many times as long as a local one. */
const MAX_RATIO = 1.3;
const MAX_REQUESTS = 12;

/** The cost of a fork: the time of a transfer when all state is cached, and the number of requests to the origin before. */
export async function forkBench(): Promise<readonly Row[]> {
  const origin = await Sandbox.create({ seed: 1, accounts: 2 });
  await deployExerciser(origin, EXERCISER);
  await origin.blocks.mine();
  const way = counted(origin);
  const fork = await forkOf(origin, { fetch: way.fetch, stateArchiveCapacity: 'none' });
  const local = await Sandbox.create({ seed: 22, accounts: 2 });

  const cells = Array.from({ length: 200 }, (_, i) => ({ to: EXERCISER, name: 'get', calldata: [BigInt(i)] }));
  way.calls = 0;
  await new Wallet(fork).invoke(...cells);
  const cold = way.calls;

  const [forked, own] = [await transferOn(fork), await transferOn(local)];
  const times: [number[], number[]] = [[], []];
  // Interleaved, so that both are measured under the same load.
  for (let i = -WARM_UP; i < ROUNDS; i++) {
    const [there, here] = [await forked(), await own()];
    if (i < 0) continue;
    times[0].push(there);
    times[1].push(here);
  }
  const [forkedMs, localMs] = times.map((list) => list.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!) as [
    number,
    number,
  ];
  for (const box of [fork, local, origin]) box.close();
  return [
    {
      name: 'transfer on a fork, all cached; a local one',
      ours: duration(forkedMs),
      theirs: duration(localMs),
      ratio: localMs / forkedMs,
      bar: `<= ${MAX_RATIO} times as long`,
      ok: forkedMs <= localMs * MAX_RATIO,
    },
    {
      name: 'requests for a transaction that reads 200 cells',
      ours: `${cold}`,
      theirs: '',
      bar: `<= ${MAX_REQUESTS}`,
      ok: cold <= MAX_REQUESTS,
    },
  ];
}

/** Returns a function that sends the same transfer from the same state, and returns the milliseconds it took. */
async function transferOn(box: Sandbox): Promise<() => Promise<number>> {
  const transfer = await new Wallet(box).sign({ to: STRK, name: 'transfer', calldata: [5n, 1n, 0n] });
  const mark = box.snapshot();
  return async () => {
    const start = performance.now();
    await box.request('starknet_addInvokeTransaction', transfer);
    const spent = performance.now() - start;
    box.restore(mark);
    return spent;
  };
}
