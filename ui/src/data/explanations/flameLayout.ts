import type { Call, Explanation } from './explanation.ts';

/** A part of the gas that no call used, such as for data. */
export interface GasPart {
  readonly name: string;
  readonly gas: number;
}

/** The calls that the gas of a transaction pays for: the network pays for the transfer of the fee. */
export const paidCalls = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ phase }) => phase !== 'FEE_TRANSFER');

/** What the gas of a transaction paid for besides its calls. All of them and the calls together are the gas of the receipt. */
export function otherGas({ calls, fee }: Pick<Explanation, 'calls' | 'fee'>): readonly GasPart[] {
  if (!fee) return [];
  const parts = fee.l2_gas_parts;
  const known: readonly GasPart[] = parts
    ? [
        { name: 'calldata, signature, events and code as data', gas: Number(parts.data) },
        { name: 'new storage cells', gas: Number(parts.new_storage_cells) },
      ]
    : [];
  const used = [...paidCalls(calls).map(weightOf), ...known.map(({ gas }) => gas)].reduce((sum, gas) => sum + gas, 0);
  const isReverted = calls.some(({ phase, end }) => phase === 'EXECUTE' && end !== 'RETURNED');
  const rest = Number(fee.l2_gas) - used;
  const name = isReverted ? 'operating system and reverted execution' : 'operating system';
  return [...known, { name, gas: rest }].filter(({ gas }) => gas > 0);
}

/** A call in a flame graph: how far from the left it begins, how wide it is (both from 0 to 1), and its row. */
export interface FlameBar {
  readonly call: Call;
  readonly left: number;
  readonly width: number;
  readonly row: number;
}

/** Narrower calls are left out: nobody could see or click them. */
const SMALLEST = 1 / 1_500;
/** Of more bars than this, the widest are shown. */
const MOST_BARS = 500;

/** The weight of a call: its gas. A step of a class that is metered in steps costs 100 gas. */
export const weightOf = ({ gas, steps }: Call): number => gas ?? (steps ?? 0) * 100;

/** Places calls below their callers, each as wide as its share of the gas, of which `others` have a part too. */
export function flameBars(calls: readonly Call[], others = 0): readonly FlameBar[] {
  const total = calls.reduce((sum, call) => sum + weightOf(call), others);
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
  if (bars.length <= MOST_BARS) return bars;
  // No bar is wider than that of its caller, which comes before it, so that none hangs in the air.
  const widest = new Set([...bars].sort((a, b) => b.width - a.width).slice(0, MOST_BARS));
  return bars.filter((bar) => widest.has(bar));
}
