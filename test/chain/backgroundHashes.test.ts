import { expect, test } from 'vitest';
import { finish } from '../../src/async/steps.ts';
import { nextTurn } from '../../src/async/turns.ts';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { SealedBlock } from '../../src/chain/value/sealedBlock.ts';
import { toFelt } from '../../src/felt/felt.ts';
import { directHashing, type HashFormula } from '../../src/felt/hashing.ts';
import { HashWorker } from '../../src/platform/hashWorker.ts';
import { wholeEdit } from '../../src/rpc/editState.ts';
import { isBuilt } from '../support/build.ts';
import { randomFormula } from '../support/hashFormula.ts';
import { Random } from '../support/random.ts';

const script = new URL('../../dist/hashWorker.js', import.meta.url);

/** Makes a block that changes this many cells. */
const editCells = (node: Node, count: number) =>
  node.write(async (draft) => {
    await draft.applyStateEdit(
      wholeEdit({
        storage: [
          {
            address: node.system.strkAddress,
            entries: Array.from({ length: count }, (_, i) => ({
              key: toFelt(i + 1),
              value: toFelt(node.value.open.number),
            })),
          },
        ],
      }),
    );
    await draft.openBlock.seal();
  });

test.runIf(isBuilt)(
  'blocks hashed by the worker equal blocks hashed directly, also after a restore (needs dist/)',
  async () => {
    const hasher = new HashWorker(script, 3);
    let beside = 0;
    await expect.poll(() => hasher.begin(randomFormula(0), 5, toFelt(1))).toBeDefined();
    const counted = {
      begin: (...work: Parameters<HashWorker['begin']>) => {
        const late = hasher.begin(...work);
        if (late) beside++;
        return late;
      },
      close: () => hasher.close(),
    };
    const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 2 }, undefined, { hasher: counted });
    const random = new Random(11);
    const marks = [node.value];
    for (let i = 0; i < 200; i++) {
      await node.write((draft) => draft.openBlock.mint(toFelt(random.below(9) + 1), BigInt(random.below(1000)), 'FRI'));
      if (random.below(10) === 0) await editCells(node, random.below(300) + 1);
      if (random.below(3) === 0) await new Promise((resolve) => setTimeout(resolve, random.below(3)));
      if (random.below(8) === 0) marks.push(node.value);
      if (random.below(25) === 0) node.restore(random.pick(marks));
    }
    for (const { history } of [node.value, ...marks])
      for (const { block } of history.records.from(1)) {
        const again = new SealedBlock(
          block,
          { changes: [], stateDiff: finish(block.mergeStateDiff()) },
          { hash: block.parentHash },
          false,
        );
        for (const name of [
          'hash',
          'transactionCommitment',
          'eventCommitment',
          'receiptCommitment',
          'stateDiffCommitment',
        ] as const)
          expect(`${name} ${again[name]}`).toBe(`${name} ${block[name]}`);
      }
    expect(beside).toBeGreaterThan(50);
    node.close();
  },
);

test('a clone hashes its blocks with the hasher of the original, and does not close it', async () => {
  let begun = 0;
  let closed = 0;
  const hasher = {
    begin: () => {
      begun++;
      return undefined;
    },
    close: () => {
      closed++;
    },
  };
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1 }, undefined, { hasher });
  const copy = node.clone().clone();
  begun = 0;
  await copy.write((draft) => draft.openBlock.mint(toFelt(1), 5n, 'FRI'));
  await expect.poll(() => begun).toBeGreaterThan(0);
  copy.close();
  expect(closed).toBe(0);
  node.close();
  expect(closed).toBe(1);
});

test('the hasher gets a block with many changes before the write has ended', async () => {
  let begun = 0;
  const hasher = {
    begin: (formula: HashFormula) => {
      begun++;
      const hashes = formula(directHashing, toFelt(0));
      return { settle: () => hashes };
    },
    close: () => undefined,
  };
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1 }, undefined, { hasher });
  await editCells(node, 1);
  // Turns are taken in order, so the block before has been begun.
  await nextTurn();
  expect(begun).toBeGreaterThan(0);
  begun = 0;
  await editCells(node, 100);
  expect(begun).toBe(1);
  await nextTurn();
  expect(begun).toBe(1);
  node.close();
});
