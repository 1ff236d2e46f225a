import { expect, test } from 'vitest';
import { finish } from '../../src/async/steps.ts';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { trace } from '../../src/chain/run/trace.ts';
import { PastStates } from '../../src/chain/value/pastStates.ts';
import { toFelt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import { wholeEdit } from '../../src/rpc/editState.ts';
import type { State } from '../../src/state/state.ts';
import { collectGarbage } from '../support/collectGarbage.ts';
import { Random } from '../support/random.ts';
import { transfer } from '../support/wallet.ts';

/** Whether two states that were built in different ways have the same content. */
function expectSame(a: State, b: State): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const { diff, declared } = finish(one.changesSince(other));
    expect([diff.storage.size, diff.nonces.size, diff.deployed.size, declared.length]).toEqual([0, 0, 0, 0]);
  }
}

const mint = (node: Node, random: Random) =>
  node.write((draft) => draft.openBlock.mint(toFelt(random.below(50) + 1), BigInt(random.below(1000)), 'FRI'));
const edit = (node: Node, random: Random) =>
  node.write((draft) =>
    draft.applyStateEdit(
      wholeEdit({
        storage: [{ address: node.system.strkAddress, entries: [{ key: toFelt(random.below(30)), value: toFelt(7) }] }],
      }),
    ),
  );

test('the state after any block is rebuilt exactly, even after blocks were aborted', async () => {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, stateArchiveCapacity: 'full' });
  const random = new Random(3);
  let states: State[] = [node.value.history.state];
  for (let i = 0; i < 230; i++) {
    if (i % 100 === 99) {
      const first = states.length - 30;
      await node.write((draft) => draft.abortBlocks({ number: first }));
      states = states.slice(0, first);
      expectSame(node.value.history.state, states.at(-1)!);
    }
    await mint(node, random);
    states.push(node.value.history.state);
  }
  const { history } = node.value;
  expect(history.records.length).toBe(states.length);
  const kept = [...history.records].filter(({ state }) => state !== undefined).length;
  expect(kept).toBeLessThan(6);
  const past = new PastStates();
  for (let i = 0; i < 60; i++) {
    const number = random.below(states.length);
    expectSame(past.after(history, number), states[number]!);
  }
  node.close();
});

test('the state before any transaction of a long block is rebuilt exactly, whether the block is open or sealed', async () => {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, blockGenerationOn: 'demand' });
  const random = new Random(4);
  await node.write((draft) => draft.mine(12, 0n));
  const states: State[] = [];
  for (let i = 0; i < 90; i++) {
    if (random.below(4) === 0) await edit(node, random);
    states.push(node.value.open.state);
    await mint(node, random);
  }
  const past = new PastStates();
  const { open } = node.value;
  for (const [index, state] of states.entries()) expectSame(past.beforeInOpen(open, index), state);
  await node.write((draft) => draft.openBlock.seal());
  const { history } = node.value;
  for (const [index, state] of states.entries()) expectSame(past.before(history, open.number, index), state);
  node.close();
});

test('a retained transfer takes at most 6 kB', async () => {
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const box = await Sandbox.create({ seed: 0, accounts: 4 });
  const nonces = [0, 0, 0, 0];
  const send = async (count: number) => {
    for (let i = 0; i < count; i++)
      await box.request(
        'starknet_addInvokeTransaction',
        transfer(box.accounts[i % 4]!, nonces[i % 4]!++, 0x5111cn + BigInt(i % 50)),
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await send(300);
  // What other work of this process keeps for a while is in one measure, and not in all.
  const each: number[] = [];
  for (let i = 0; i < 3; i++) {
    const before = used();
    await send(600);
    each.push((used() - before) / 600);
  }
  expect(Math.min(...each)).toBeLessThan(6000);
  box.close();
});

test('a chain that is dropped is garbage collected, whatever was requested from it', async () => {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, stateArchiveCapacity: 'full' });
  const random = new Random(5);
  const start = node.value;
  const gone = await (async () => {
    for (let i = 0; i < 70; i++) await mint(node, random);
    for (const number of [5, 30, 60]) {
      const { transactions } = node.chain.blockByNumber(number)!;
      await trace(node.chain, node.chain.transaction(transactions[0]!.hash)!);
      await node.chain.stateAt({ number }).nonceOf(toFelt(1));
    }
    return [new WeakRef(node.value.history.state), new WeakRef(node.value.history.records.at(30)!)];
  })();
  node.restore(start);
  const areGone = () => {
    collectGarbage();
    return gone.map((each) => each.deref() === undefined);
  };
  await expect.poll(areGone, { timeout: 60_000 }).toEqual([true, true]);
  node.close();
});
