import { Sandbox } from '../src/index.ts';
import { counted, EXERCISER, forkOf } from '../test/fork/chains.ts';
import { deployExerciser, STRK, Wallet } from '../test/fork/wallet.ts';
import { duration, type Row } from './harness.ts';

/** Rounds that count, after those in which the engine still optimises. */
const ROUNDS = 300;
const WARM_UP = 100;
/** A transfer on a fork whose state is at hand may take this much longer than a local one. */
const MOST = 1.3;
const MOST_REQUESTS = 12;

/** What a fork costs: a transfer once everything is at hand, and requests to the origin before that. */
export async function forkBench(): Promise<readonly Row[]> {
  const origin = await Sandbox.create({ seed: 1, accounts: 2 });
  await deployExerciser(origin, EXERCISER);
  await origin.createBlock();
  const way = counted(origin);
  const fork = await forkOf(origin, { fetch: way.fetch, stateArchive: 'none' });
  const local = await Sandbox.create({ seed: 22, accounts: 2 });

  const cells = Array.from({ length: 200 }, (_, i) => ({ to: EXERCISER, name: 'get', calldata: [BigInt(i)] }));
  way.calls = 0;
  await new Wallet(fork).invoke(...cells);
  const cold = way.calls;

  const [forked, own] = [await transferOn(fork), await transferOn(local)];
  const times: [number[], number[]] = [[], []];
  // In turns, so that whatever else this machine does falls on both.
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
      name: 'transfer on a fork, all at hand; a local one',
      ours: duration(forkedMs),
      theirs: duration(localMs),
      ratio: localMs / forkedMs,
      bar: `<= ${MOST} times as long`,
      ok: forkedMs <= localMs * MOST,
    },
    {
      name: 'requests for a transaction that reads 200 cells',
      ours: `${cold}`,
      theirs: '',
      bar: `<= ${MOST_REQUESTS}`,
      ok: cold <= MOST_REQUESTS,
    },
  ];
}

/** Sends the same transfer again and again, from the same state; the milliseconds it took. */
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
