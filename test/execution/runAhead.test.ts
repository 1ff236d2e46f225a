import { expect, test } from 'vitest';
import { MachinePool } from '../../src/cairo/wasm/machinePool.ts';
import { MachineExecutor } from '../../src/chain/run/machineExecutor.ts';
import { executeTransaction } from '../../src/execution/executeTransaction.ts';
import { toFelt } from '../../src/felt/felt.ts';
import { State } from '../../src/state/state.ts';
import { ESTIMATE, SEND, World } from '../support/world.ts';
import { SlowBase } from './slowBase.ts';

const executor = new MachineExecutor(new MachinePool());

test('an execution on a remote origin makes a few batches of requests and gives the same result as a local one', async () => {
  const world = new World();
  const [from, to] = world.accounts;
  const submissions = [
    world.transfer(from, to.address, 5n),
    world.transfer(from, toFelt(0xbeef), 5n),
    world.transfer(from, to.address, 10n ** 40n),
    world.transfer(from, to.address, 5n, { nonce: toFelt(3) }),
    world.invoke(from, [{ to: toFelt(0x999), name: 'nothing', calldata: [] }]),
  ];
  for (const submission of submissions)
    for (const flags of [SEND, ESTIMATE]) {
      const local = world.run(submission, flags);
      const base = new SlowBase(world.state);
      const outcome = await executor.run(State.over(base), (machine, state) =>
        executeTransaction({ state, block: world.block, machine }, submission, flags),
      );
      expect(outcome).toEqual(local);
      // An account, its class, then what it reads, the token, its class, then its cells. Without batches it would be far more.
      expect(base.fetches).toBeLessThanOrEqual(12);
      expect(base.items).toBeGreaterThanOrEqual(base.fetches);
    }
});

test('values that one execution fetched are cached for the next, which needs a single run', async () => {
  const world = new World();
  const [from, to] = world.accounts;
  const base = new SlowBase(world.state);
  const state = State.over(base);
  let runs = 0;
  const run = () =>
    executor.run(state, (machine, over) => {
      runs++;
      return executeTransaction(
        { state: over, block: world.block, machine },
        world.transfer(from, to.address, 5n),
        SEND,
      );
    });
  const first = await run();
  const [fetches, before] = [base.fetches, runs];
  expect(await run()).toEqual(first);
  expect(base.fetches).toBe(fetches);
  expect(runs).toBe(before + 1);
});
