import { expect, test } from 'vitest';
import { type ControlsCase, controlsCase, runControlsCase } from '../fuzz/controls.ts';
import fc from './support/properties.ts';

const SEED = 20_261_115;

const steps = (...names: string[]) => names.map((name, by) => ({ name, by: by + 1 }));

/** What the random cases must include. */
const EXAMPLES: readonly ControlsCase[] = [
  {
    mode: 'demand',
    before: steps('transfer', 'setStorageAt', 'declare', 'setClassHash', 'mint', 'message'),
    after: steps('createBlock', 'abortBlocks', 'restart', 'mint', 'load', 'brokenLoad'),
  },
  {
    mode: 'transaction',
    before: steps('transfer', 'mine', 'acceptOnL1', 'revert', 'setGasPrice'),
    after: steps('abortBlocks', 'transfer', 'snapshot', 'setBlockMode', 'transfer', 'freezeTime'),
  },
  {
    mode: 'transaction',
    before: steps('cheatCaller', 'mockCall', 'transfer', 'mockCall', 'cheatBlock', 'transfer'),
    after: steps('transfer', 'stopCheat', 'transfer', 'mockCall', 'mint', 'load'),
  },
];

test(`controls and transactions in any order leave no trace after a revert (seed ${SEED})`, async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(controlsCase, (one) => runControlsCase(one, (outcome) => outcomes.add(outcome))),
    { seed: SEED, numRuns: 7, examples: EXAMPLES.map((one) => [one]), endOnFailure: true },
  );
  for (const expected of ['reverted', 'restored', 'load: done', 'brokenLoad: -32601', 'declare: done'])
    expect(outcomes).toContain(expected);
});
