import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Steps } from '../../src/async/steps.ts';
import {
  classMemory,
  DEFAULT_WORK_BYTES,
  limitWorkMemory,
  mostAtOnceBytes,
  workMemory,
} from '../../src/budget/workMemory.ts';
import type { LoadedProgram } from '../../src/cairo/program.ts';
import { compileInExecution, compileMemory } from '../../src/classes/compileMemory.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { NETWORK_CLASS_LIMITS } from '../../src/protocol/networkClassLimits.ts';
import { type DebugClass, debugClass } from '../../src/tools/debug/debugClass.ts';
import type { ClassFacts } from '../../src/tools/names/classFacts.ts';
import { programMapOf } from '../../src/tools/profile/classMaps.ts';

const LARGEST = NETWORK_CLASS_LIMITS.maxSierraFelts;
const USUAL = 10_000;

afterEach(() => limitWorkMemory(DEFAULT_WORK_BYTES));

/** Whether something that may wait is there at once. */
async function isThere(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  void promise.then(() => (is = true));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return is;
}

test('of the largest classes one is compiled at a time, and a usual one waits for none of them', async () => {
  const first = await compileMemory(LARGEST, false);
  const second = compileMemory(LARGEST, false);
  expect(await isThere(second)).toBe(false);
  const usual = await compileMemory(USUAL, false);
  usual.end();
  first.end();
  (await second).end();
  expect([workMemory.usedBytes, classMemory.usedBytes]).toEqual([0, 0]);
});

test('a class that an execution needs does not wait for the share of that execution', async () => {
  const execution = workMemory.take('executions', workMemory.limitBytes)!;
  const declared = compileMemory(LARGEST, false);
  expect(await isThere(declared)).toBe(false);
  (await compileMemory(LARGEST, true)).end();
  execution.end();
  (await declared).end();
});

test('usual classes wait for each other when many are declared at once', async () => {
  const holds = Array.from({ length: 3 }, () => compileMemory(USUAL, false));
  expect(await Promise.all(holds.map(isThere))).toEqual([true, false, false]);
  for (const hold of holds) (await hold).end();
});

test('a class for which there is never enough memory is refused with the way out', async () => {
  const felts = Math.ceil(mostAtOnceBytes() / 5000);
  await expect(compileMemory(felts, false)).rejects.toThrow(
    /has \d+ felts of Sierra.* bytes of memory, and there are \d+ for that\. Ask for less at a time/,
  );
  await expect(compileMemory(LARGEST, false).then((hold) => hold.end())).resolves.toBeUndefined();
  limitWorkMemory(DEFAULT_WORK_BYTES / 2);
  await expect(compileMemory(LARGEST, false)).rejects.toThrow(/felts of Sierra/);
});

test('an execution compiles at once if nobody else does, and waits for others otherwise', async () => {
  function* steps() {
    yield;
    return 'compiled';
  }
  expect([...compileInExecution(LARGEST, steps())]).toEqual(['slice']);
  const others = await compileMemory(LARGEST, true);
  const waiting = compileInExecution(USUAL, steps());
  const { value } = waiting.next();
  expect(await isThere(value as Promise<void>)).toBe(false);
  others.end();
  await value;
  expect([waiting.next().value, waiting.next().value]).toEqual(['slice', 'compiled']);
  expect(classMemory.usedBytes).toBe(0);
});

test('an execution that ends while it waits takes nothing from those who wait after it', async () => {
  const others = await compileMemory(LARGEST, true);
  const waiting = compileInExecution(LARGEST, nothing());
  waiting.next();
  waiting.return(undefined);
  others.end();
  (await compileMemory(LARGEST, true)).end();
  expect(classMemory.usedBytes).toBe(0);
});

function* nothing(): Steps<void> {}

test('what tools compile again waits for other compilations, and is kept', async () => {
  const definition = readClassText(readFileSync('contracts/classes/counter_before.sierra.json', 'utf8'));
  const facts = { definition } as ClassFacts;
  const program = {} as LoadedProgram;
  const others = await compileMemory(LARGEST, true);
  const made = [programMapOf(definition), debugClass('Counter', facts, program)];
  expect(await Promise.all(made.map(isThere))).toEqual([false, false]);
  others.end();
  const [map, debugged] = await Promise.all(made);
  expect((debugged as DebugClass).bytes).toBeGreaterThan(1000);
  const again = await compileMemory(LARGEST, true);
  expect(await programMapOf(definition)).toBe(map);
  expect((await debugClass('Counter', facts, program)).compiled).toBe((debugged as DebugClass).compiled);
  again.end();
});
