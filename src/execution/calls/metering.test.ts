import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contractClass } from '../../../test/support/calls/contracts.ts';
import {
  A,
  B,
  errorText,
  exerciserWorld,
  MACHINES,
  STEPS_CLASS,
  span,
} from '../../../test/support/calls/exercisers.ts';
import { key, type TestWorld, type Value } from '../../../test/support/calls/harness.ts';
import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import { selectorOf } from '../hash/address.ts';
import { executeCall } from './executeCall.ts';

beforeAll(() => {
  contractClass('exerciser');
});

describe.each(MACHINES)('metering on %s', (_, make) => {
  let world: TestWorld;
  beforeEach(() => {
    world = exerciserWorld(make());
  });

  const infoOf = (address: Value, name: string, calldata: readonly Value[] = []): CallInfo =>
    world.info(address, name, calldata);

  test('in gas counts what the code withdraws, and no steps', () => {
    const context = world.context();
    const info = world.info(A, 'increase', [1], context);
    expect(info.tracked).toBe('SierraGas');
    expect(info.gasConsumed).toBeGreaterThan(24_070 + 59_970);
    expect(info.resources.steps).toBe(0);
    expect(context.stepsLeft).toBe(10_000_000);
    expect(context.lastGas).toBe(1_110_000_000 - info.gasConsumed);
  });

  test('in steps counts the run and the OS steps of system calls', () => {
    world.deploy(A, STEPS_CLASS);
    const context = world.context();
    const info = world.info(A, 'increase', [1], context);
    expect(info).toMatchObject({ tracked: 'CairoSteps', gasConsumed: 0, call: { initialGas: 10_000_000_000 } });
    // A read and a write are 839 steps of the OS. The limit counts only the steps of the machine.
    expect(info.resources.steps).toBe(10_000_000 - context.stepsLeft + 839);
    expect(context.lastGas).toBe(1_110_000_000);
  });

  test('of inner calls is in steps below a frame in steps, and as the class says below a frame in gas', () => {
    world.deploy(B, STEPS_CLASS);
    const mixed = infoOf(A, 'call', [B, selectorOf('get'), ...span(1)]);
    expect([mixed.tracked, mixed.inner[0]!.tracked]).toEqual(['SierraGas', 'CairoSteps']);
    expect(mixed.resources).toEqual(mixed.inner[0]!.resources);
    const down = infoOf(B, 'call', [A, selectorOf('get'), ...span(1)]);
    expect([down.tracked, down.inner[0]!.tracked]).toEqual(['CairoSteps', 'CairoSteps']);
    expect(down.gasConsumed).toBe(0);
  });

  test('gives an inner call the gas that its caller has left', () => {
    const info = infoOf(A, 'call', [B, selectorOf('get'), ...span(1)]);
    const inner = info.inner[0]!;
    expect(inner.call.initialGas).toBeLessThan(info.call.initialGas - 91_360 + 10_000);
    expect(info.gasConsumed).toBeGreaterThan(inner.gasConsumed + 91_360);
  });

  test('makes running out of steps an error with a traceback, and running out of gas a panic', () => {
    const text = errorText(world.call(A, 'count', [1_000_000], world.context({ stepsLeft: 0 })));
    expect(text).toBe('Could not reach the end of the program. RunResources has no remaining steps.\n');
    world.deploy(B, STEPS_CLASS);
    const context = world.context({ stepsLeft: 5_000 });
    expect(errorText(world.call(B, 'count', [1_000_000], context))).toMatch(
      /^Error at pc=0:\d+:\n(Cairo traceback \(most recent call last\):\n(Unknown location \(pc=0:\d+\)\n)+\n)?Could not reach the end of the program\. RunResources has no remaining steps\.\n$/,
    );
    expect(context.stepsLeft).toBe(0);
    expect(world.info(A, 'count', [1_000_000], world.context({}, 100_000))).toMatchObject({
      failed: true,
      retdata: [key('Out of gas')],
    });
  });

  test('lets a run succeed that ends with the last available step', () => {
    world.deploy(B, STEPS_CLASS);
    const free = world.context();
    world.get(B, 'count', [100], free);
    const steps = 10_000_000 - free.stepsLeft;
    const exact = world.context({ stepsLeft: steps });
    expect(world.get(B, 'count', [100], exact)).toEqual([100n]);
    expect(exact.stepsLeft).toBe(0);
    expect(world.call(B, 'count', [100], world.context({ stepsLeft: steps - 1 }))).toMatchObject({ kind: 'error' });
  });

  test('pauses a long run at the end of each slice, and an abandoned run leaves the machine free', () => {
    const start = (count: number) =>
      executeCall(world.context(), {
        contractAddress: key(A),
        classHash: undefined,
        entryPointType: 'EXTERNAL',
        selector: keyOf(selectorOf('count')),
        calldata: [key(count)],
        caller: ZERO_KEY,
        callType: 'CALL',
        initialGas: 1_000_000_000,
      });
    const given = start(100_000);
    expect(given.next()).toEqual({ done: false, value: 'slice' });
    given.return(undefined as never);
    const run = start(50_000);
    let slices = 0;
    let step = run.next();
    for (; !step.done; step = run.next()) slices++;
    expect(slices).toBeGreaterThan(0);
    expect(step.value).toMatchObject({ kind: 'finished', info: { retdata: [key(50_000)] } });
  });
});
