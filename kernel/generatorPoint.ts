// Multiples of the Stark curve's generator, from a table that is built on first use.
import { addMultiple, fillWindows, spreadBase, windowCount } from './fixedBase';
import { loadAffine, setInfinity, storePoint } from './points';
import { GENERATOR } from './starkPoints.generated';

/** A scalar below the order has 252 bits. */
export const SCALAR_BITS: i32 = 252;
const WINDOW_BITS: i32 = 5;
const table: usize = memory.data(51 * 16 * 80, 8);
let ready: bool = false;

const result: usize = memory.data(160, 8);

function prepare(): void {
  ready = true;
  loadAffine(table, GENERATOR);
  const windows = windowCount(WINDOW_BITS, SCALAR_BITS);
  spreadBase(table, WINDOW_BITS, windows);
  fillWindows(table, WINDOW_BITS, windows);
}

/** out = number * generator for a number below the order. */
export function multiplyGenerator(out: usize, number: usize): void {
  if (!ready) prepare();
  setInfinity(out);
  addMultiple(out, table, WINDOW_BITS, number, SCALAR_BITS);
}

/** out = number * generator (x and y, four words each) for a number below the order; infinity is (0, 0). */
export function starkMultiplyGenerator(out: usize, number: usize): void {
  multiplyGenerator(result, number);
  storePoint(out, result);
}
