import { expect, test, vi } from 'vitest';
import { processorMs } from '../../../test/support/processorTime.ts';
import { nextTurn } from '../../async/turns.ts';
import { builtinClass } from '../../classes/builtinClasses.ts';
import { builtinClassTexts } from '../../classes/builtinClassTexts.ts';
import type { IdleSteps } from './idleSteps.ts';
import { compileRepeatedly, runWhenIdle, startWarmUp } from './warmUp.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('steps run while the process is idle, and wait while it is busy', async () => {
  let done = 0;
  function* steps(): IdleSteps {
    for (; done < 20; done++) yield;
  }
  runWhenIdle(steps());
  const end = performance.now() + 400;
  while (performance.now() < end) await nextTurn();
  expect(done).toBe(0);
  await expect.poll(() => done).toBe(20);
});

test('a class is compiled three times, and read as from the class cache', async () => {
  const steps = compileRepeatedly(builtinClassTexts);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await step.value;
  const { compiledClassHash } = builtinClass('universal_deployer', builtinClassTexts);
  expect(step.value.map((read) => read?.compiledClassHash)).toEqual(Array(3).fill(compiledClassHash));
});

test('a step that fails is the last one, without an uncaught error', async () => {
  let done = 0;
  function* steps(): IdleSteps {
    for (; ; done++) {
      if (done === 3) throw new Error('no such file');
      yield;
    }
  }
  const failed = vi.fn();
  process.once('uncaughtException', failed);
  runWhenIdle(steps());
  await expect.poll(() => done).toBe(3);
  await pause(50);
  process.off('uncaughtException', failed);
  expect(failed).not.toHaveBeenCalled();
});

test('when it is off, no second node runs and nothing is compiled', async () => {
  let spent = Number.POSITIVE_INFINITY;
  // A second node alone takes more, each time. What other tests left to do in this process is done once.
  for (let i = 0; i < 10 && spent >= 60; i++) {
    const before = processorMs();
    const stop = startWarmUp(false, builtinClassTexts, undefined);
    await pause(600);
    stop();
    spent = processorMs() - before;
  }
  expect(spent).toBeLessThan(60);
});
