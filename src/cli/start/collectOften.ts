import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow before it is collected again, in percent. Unless it is set, V8 waits until it has four times the size. */
const OFTEN_PERCENT = 50;

/**
 * Lets V8 collect garbage more often while much work is under way. An answer of 20 MB leaves ten times as much garbage, and on a machine with
 * much memory V8 keeps a gigabyte of it. COST: nothing while there is only usual work.
 */
export function collectOften(isOften: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isOften ? OFTEN_PERCENT : 0}`);
}
