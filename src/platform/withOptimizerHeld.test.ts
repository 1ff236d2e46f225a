import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { nextTurn } from '../async/turns.ts';
import { builtinClass } from '../classes/builtinClasses.ts';
import { builtinClassTexts } from '../classes/builtinClassTexts.generated.ts';
import { compileClass } from '../classes/compileClass.ts';
import { Code } from '../sierra/casm/code.ts';
import { postOrder } from '../sierra/solve/postOrder.ts';
import { withOptimizerHeld } from './withOptimizerHeld.ts';

setFlagsFromString('--allow-natives-syntax');
const statusOf = new Function('f', 'return %GetOptimizationStatus(f)') as (f: unknown) => number;
const TURBOFANNED = 1 << 6;
const isOptimized = (f: unknown) => (statusOf(f) & TURBOFANNED) !== 0;

// Later ones are left alone.
const isNode20 = process.versions.node.startsWith('20.');

let made = 0;
/** A function that nobody has called yet; the engine shares what it knows of functions with the same text. */
const newFunction = () =>
  new Function('n', `let s = ${++made}; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s;`) as (
    n: number,
  ) => number;

// Optimised itself it would swallow the function, which then counts as never called.
new Function('f', '%NeverOptimizeFunction(f)')(callOften);
function callOften(f: (n: number) => number): void {
  for (let i = 0; i < 100; i++) f(1000);
}

/** Calls it as long as it takes to become optimised, or until the time is over. */
async function keepCalling(f: (n: number) => number, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && !isOptimized(f)) {
    callOften(f);
    await nextTurn();
  }
}

test('nothing is optimised while work is under way, and everything may be afterwards', async () => {
  const f = newFunction();
  await withOptimizerHeld(() => withOptimizerHeld(() => keepCalling(f, 150)));
  expect(isOptimized(f)).toBe(!isNode20);
  await keepCalling(f, 120_000);
  expect(isOptimized(f)).toBe(true);
});

test('the longest works have most of their time for optimised code', async () => {
  const f = newFunction();
  await withOptimizerHeld(() => keepCalling(f, 120_000));
  expect(isOptimized(f)).toBe(true);
});

test('work that fails lets go as well', async () => {
  await expect(withOptimizerHeld(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const f = newFunction();
  await keepCalling(f, 120_000);
  expect(isOptimized(f)).toBe(true);
});

test('the compiler is optimised soon after the first class, which it compiled while nothing was', async () => {
  const { definition } = builtinClass('account', builtinClassTexts);
  await withOptimizerHeld(async () => compileClass(definition));
  const busy = [postOrder, Code.prototype.assert];
  if (isNode20) expect(busy.some(isOptimized)).toBe(false);
  for (let i = 0; i < 40 && !busy.every(isOptimized); i++) compileClass(definition);
  expect(busy.every(isOptimized)).toBe(true);
});
