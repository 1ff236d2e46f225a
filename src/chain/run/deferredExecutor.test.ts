import { expect, test } from 'vitest';
import type { Execution } from '../../execution/callContext.ts';
import { State } from '../../state/state.ts';
import { EMPTY_BASE } from '../../state/stateBase.ts';
import { DeferredExecutor } from './deferredExecutor.ts';

const state = State.over(EMPTY_BASE);

test('the first execution loads the executor, and each execution gets a machine and what a node executes', async () => {
  const executor = new DeferredExecutor();
  executor.flushCounts();
  const run = () =>
    executor.run(state, function* (machine, seen, executions): Execution<readonly unknown[]> {
      yield 'slice';
      return [typeof machine.begin, seen === state, Object.keys(executions)];
    });
  const expected = ['function', true, ['executeTransaction', 'plainCall', 'preCheck', 'simulateBatch']];
  expect(await run()).toEqual(expected);
  expect(await run()).toEqual(expected);
});

test('an error of the first execution reaches its caller, and the next one runs', async () => {
  const executor = new DeferredExecutor().printingTo(undefined);
  const failing = executor.run(state, () => {
    throw new Error('no such contract');
  });
  await expect(failing).rejects.toThrow('no such contract');
  expect(
    await executor.run(state, function* (): Execution<string> {
      yield 'slice';
      return 'done';
    }),
  ).toBe('done');
});
