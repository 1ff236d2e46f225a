// The step loop: steps of the program segment (programSteps.ts), and between them those of code in other segments.
import { exhausted } from './arena';
import { countArrival } from './counters';
import { OUT_OF_MEMORY, SEGMENT_FULL } from './errorCodes.generated';
import { fail } from './errors';
import { genericStep } from './generic';
import { MAX_AP } from './numbers.generated';
import { CONTINUE, runProgram, stop } from './programSteps';
import { ap, codeLength, counting, endSegment, execBase, pcOffset, pcSegment, steps } from './state';
import { BUDGET, END, ERROR } from './stops.generated';

// Slices are short enough that ap cannot leave its segment within one, and between slices V8 can switch to optimised code.
const MAX_SLICE: u32 = 1 << 20;

/** Runs at most `budget` steps of the top run. */
export function run(budget: u32): u32 {
  if (budget > MAX_SLICE) budget = MAX_SLICE;
  if ((ap - execBase) >> 3 > MAX_AP) {
    fail(SEGMENT_FULL);
    return ERROR;
  }
  let left = budget;
  while (true) {
    // Outside the program segment every step is generic and has no hints.
    while (pcSegment != 0 || pcOffset >= codeLength) {
      if (pcSegment == endSegment && pcOffset == 0) {
        steps += budget - left;
        return END;
      }
      if (left == 0) {
        steps += budget;
        return BUDGET;
      }
      if (genericStep() != 0) {
        steps += budget - left;
        return ERROR;
      }
      left--;
      countArrival();
      if (exhausted) {
        steps += budget - left;
        fail(OUT_OF_MEMORY);
        return ERROR;
      }
    }
    left = counting == 0 ? runProgram<void>(left) : runProgram<bool>(left);
    if (exhausted) {
      steps += budget - left;
      fail(OUT_OF_MEMORY);
      return ERROR;
    }
    if (stop != CONTINUE) {
      steps += budget - left;
      return stop;
    }
  }
}
