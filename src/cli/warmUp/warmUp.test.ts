import { expect, test, vi } from 'vitest';
import type { Steps } from '../../async/steps.ts';
import { nextTurn } from '../../async/turns.ts';
import { builtinClassTexts } from '../../classes/builtinClassTexts.generated.ts';
import { compileBuiltins, warmUp } from './warmUp.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('steps are done while there is nothing else to do, and wait while there is', async () => {
  let done = 0;
  function* steps(): Steps<void> {
    for (; done < 20; done++) yield;
  }
  warmUp(steps());
  const end = performance.now() + 400;
  while (performance.now() < end) await nextTurn();
  expect(done).toBe(0);
  for (let i = 0; i < 100 && done < 20; i++) await pause(50);
  expect(done).toBe(20);
});

test('the classes of the package are compiled', async () => {
  const before = performance.eventLoopUtilization();
  warmUp(compileBuiltins(builtinClassTexts));
  await pause(1500);
  // Everything it does is this process's only work.
  expect(performance.eventLoopUtilization(before).active).toBeGreaterThan(30);
});

test('a step that fails is the last one, and nobody notices', async () => {
  let done = 0;
  function* steps(): Steps<void> {
    for (; ; done++) {
      if (done === 3) throw new Error('no such file');
      yield;
    }
  }
  const failed = vi.fn();
  process.once('uncaughtException', failed);
  warmUp(steps());
  for (let i = 0; i < 100 && done < 3; i++) await pause(50);
  await pause(50);
  process.off('uncaughtException', failed);
  expect(done).toBe(3);
  expect(failed).not.toHaveBeenCalled();
});
