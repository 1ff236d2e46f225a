import { beforeAll, expect, test } from 'vitest';
import { contractClass } from '../../../test/support/calls/contracts.ts';
import { felt, key, TestWorld, type Value } from '../../../test/support/calls/harness.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { feltOf } from '../../felt/key.ts';
import { type FindClass, factsOf } from '../names/classFacts.ts';
import { Preimages } from '../storage/preimages.ts';
import { debuggerOf } from './debugExecution.ts';
import { DebugRecorder, type RecordedRun } from './debugRecorder.ts';

const [CALLER, CALLEE, CLASS] = [0xa, 0xb, 0xc1a55];

let exerciser: DeclaredClass;
beforeAll(() => {
  exerciser = contractClass('exerciser');
});
const find: FindClass = (classHash) => (classHash === key(CLASS) ? factsOf(exerciser.definition) : undefined);

/** Records a call of CALLER with an amount of gas. */
function record(name: string, calldata: readonly Value[], gas: number) {
  const world = new TestWorld();
  world.declare(CLASS, exerciser);
  for (const address of [CALLER, CALLEE]) world.deploy(address, CLASS);
  const preimages = new Preimages();
  const recorder = new DebugRecorder(preimages);
  world.call(CALLER, name, calldata, world.context({ observer: recorder }, gas));
  return { world, recorder, preimages };
}

/** Where the debugger stops at panics: the depth of the call, and the panic data of the call. */
async function stopsOf({ world, recorder, preimages }: ReturnType<typeof record>) {
  const debug = await debuggerOf({ recorder, preimages }, find, world);
  debug.breakOn('panic');
  const stops: (readonly [number, string | undefined])[] = [];
  while (debug.continue()) stops.push([debug.position!.callDepth, debug.panic]);
  return stops;
}

const PANIC: readonly Value[] = Array.from({ length: 30 }, () => 'x');
const inner: readonly Value[] = [CALLEE, selectorOf('panic_with'), PANIC.length + 1, PANIC.length, ...PANIC];

test('the debugger stops once at a panic that callers pass on, where it starts', async () => {
  const stops = await stopsOf(record('call', inner, 1_000_000_000));
  expect(stops.map(([depth]) => depth)).toEqual([1]);
});

test('the debugger stops at a panic that was caught, and at a later one of the call that caught it', async () => {
  let recorded = record('try_call', inner, 1_000_000_000);
  expect((await stopsOf(recorded)).map(([depth]) => depth)).toEqual([1]);
  // With less and less gas than that, the caller runs out of it while it returns what it has caught.
  let gas = recorded.recorder.roots[0]!.recorded.info!.gasConsumed;
  const panicOf = (run: RecordedRun | undefined) =>
    run?.recorded.info?.failed ? feltOf(run.recorded.info.retdata[0]!) : undefined;
  const isSecond = () => {
    const [root] = recorded.recorder.roots;
    return panicOf(root) === felt('Out of gas') && panicOf(root?.inner[0]) === felt('x');
  };
  while (!isSecond() && gas > 0) recorded = record('try_call', inner, (gas -= 2000));
  expect(isSecond()).toBe(true);
  const stops = await stopsOf(recorded);
  expect(stops.map(([depth]) => depth)).toEqual([1, 0]);
  expect(stops[1]![1]).toBe("'Out of gas'");
});
