import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { nextTurn } from '../async/turns.ts';
import { builtinClass } from '../classes/builtinClasses.ts';
import { builtinClassTexts } from '../classes/builtinClassTexts.ts';
import { compileClass } from '../classes/compileClass.ts';
import { Code } from '../sierra/casm/code.ts';
import { postOrder } from '../sierra/solve/postOrder.ts';
import { withOptimizerHeld } from './withOptimizerHeld.ts';

setFlagsFromString('--allow-natives-syntax');
const statusOf = new Function('f', 'return %GetOptimizationStatus(f)') as (f: unknown) => number;
const TURBOFANNED = 1 << 6;
const isOptimized = (f: unknown) => (statusOf(f) & TURBOFANNED) !== 0;

// Later versions are not held.
const isNode20 = process.versions.node.startsWith('20.');

let made = 0;
/** A new function with its own text: V8 shares feedback between functions of the same text. */
const newFunction = () =>
  new Function('n', `let s = ${++made}; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s;`) as (
    n: number,
  ) => number;

// If this function were optimised, it would inline the other one, whose calls would not be counted.
new Function('f', '%NeverOptimizeFunction(f)')(callOften);
function callOften(f: (n: number) => number): void {
  for (let i = 0; i < 100; i++) f(1000);
}

/** Calls a function until it is optimised or the time is over. */
async function keepCalling(f: (n: number) => number, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && !isOptimized(f)) {
    callOften(f);
    await nextTurn();
  }
}

test('nothing is optimised during the work, and everything can be afterwards', async () => {
  const f = newFunction();
  await withOptimizerHeld(() => withOptimizerHeld(() => keepCalling(f, 150)));
  expect(isOptimized(f)).toBe(!isNode20);
  await keepCalling(f, 120_000);
  expect(isOptimized(f)).toBe(true);
});

test('long work gets optimised code after a quarter of a second', async () => {
  const f = newFunction();
  await withOptimizerHeld(() => keepCalling(f, 120_000));
  expect(isOptimized(f)).toBe(true);
});

test('work that fails releases the optimiser', async () => {
  await expect(withOptimizerHeld(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const f = newFunction();
  await keepCalling(f, 120_000);
  expect(isOptimized(f)).toBe(true);
});

test('the compiler is not optimised during the first class, and soon after it', async () => {
  const { definition } = builtinClass('account', builtinClassTexts);
  await withOptimizerHeld(async () => compileClass(definition));
  const busy = [postOrder, Code.prototype.assert];
  if (isNode20) expect(busy.some(isOptimized)).toBe(false);
  for (let i = 0; i < 40 && !busy.every(isOptimized); i++) compileClass(definition);
  expect(busy.every(isOptimized)).toBe(true);
});

test('after the first classes of a process, nothing is held any more', async () => {
  for (let i = 0; i < 8; i++) await withOptimizerHeld(() => Promise.resolve());
  const f = newFunction();
  await withOptimizerHeld(async () => {
    const end = performance.now() + 100_000;
    // In one turn of the event loop, so the timer that ends the hold cannot run.
    while (performance.now() < end && !isOptimized(f)) callOften(f);
  });
  expect(isOptimized(f)).toBe(true);
});
