import type { Call } from './explanation.ts';

/** A call in a flame graph: how far from the left it begins, how wide it is (both from 0 to 1), and its row. */
export interface FlameBar {
  readonly call: Call;
  readonly left: number;
  readonly width: number;
  readonly row: number;
}

/** Narrower calls are left out: nobody could see or click them. */
const SMALLEST = 1 / 1_500;

/** The weight of a call: its gas. A step of a class that is metered in steps costs 100 gas. */
export const weightOf = ({ gas, steps }: Call): number => gas ?? (steps ?? 0) * 100;

/** Places calls below their callers, each as wide as its share of the gas. */
export function flameBars(calls: readonly Call[]): readonly FlameBar[] {
  const total = calls.reduce((sum, call) => sum + weightOf(call), 0);
  const bars: FlameBar[] = [];
  const place = (list: readonly Call[], left: number, scale: number, row: number) => {
    let at = left;
    for (const call of list) {
      const width = weightOf(call) * scale;
      if (width >= SMALLEST) {
        bars.push({ call, left: at, width, row });
        // Inner calls can weigh more than their caller only through rounding between gas and steps.
        const inner = call.calls.reduce((sum, one) => sum + weightOf(one), 0);
        place(call.calls, at, inner * scale > width ? width / inner : scale, row + 1);
      }
      at += width;
    }
  };
  if (total > 0) place(calls, 0, 1 / total, 0);
  return bars;
}
