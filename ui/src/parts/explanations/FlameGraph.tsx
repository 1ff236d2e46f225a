import { useState } from 'preact/hooks';
import type { Call } from '../../data/explanations/explanation.ts';
import { type FlameBar, flameBars, weightOf } from '../../data/explanations/flameLayout.ts';
import { grouped } from '../values/format.ts';
import { callName } from './CallTree.tsx';

const ROW_REM = 1.6;
const TONES = 4;

/** The colour of every contract, in the order in which they are called. */
function tonesOf(calls: readonly Call[], tones = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const { contract_address, calls: inner } of calls) {
    if (!tones.has(contract_address)) tones.set(contract_address, 1 + (tones.size % TONES));
    tonesOf(inner, tones);
  }
  return tones;
}

/** Where the gas went: every call as wide as its share, below its caller. A click makes a call as wide as the graph. */
export function FlameGraph({ calls }: { readonly calls: readonly Call[] }) {
  const [zoomed, setZoomed] = useState<Call>();
  const bars = flameBars(zoomed ? [zoomed] : calls);
  const tones = tonesOf(calls);
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const total = calls.reduce((sum, call) => sum + weightOf(call), 0);
  if (bars.length === 0) return <p class="muted">No call used gas.</p>;
  return (
    <figure class="flame-figure">
      <div class="flame" style={{ height: `${rows * ROW_REM}rem` }}>
        {bars.map((bar, i) => (
          <Bar
            key={i}
            bar={bar}
            total={total}
            tone={tones.get(bar.call.contract_address)!}
            onZoom={() => setZoomed(bar.call === zoomed ? undefined : bar.call)}
          />
        ))}
      </div>
      <figcaption class="muted">
        {zoomed ? (
          <button type="button" class="button small" onClick={() => setZoomed(undefined)}>
            Show all calls
          </button>
        ) : (
          `${grouped(total)} L2 gas in calls. Choose a call to see it alone.`
        )}
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly bar: FlameBar;
  readonly total: number;
  readonly tone: number;
  readonly onZoom: () => void;
}

function Bar({ bar: { call, left, width, row }, total, tone, onZoom }: BarProps) {
  const weight = weightOf(call);
  const share = total === 0 ? 0 : (100 * weight) / total;
  const label = `${callName(call)}: ${grouped(weight)} gas, ${share.toFixed(1)} %`;
  return (
    <button
      type="button"
      class={`flame-bar tone-${tone}${call.end === 'RETURNED' ? '' : ' failing'}`}
      style={{ left: `${100 * left}%`, width: `${100 * width}%`, top: `${row * ROW_REM}rem` }}
      title={label}
      aria-label={label}
      onClick={onZoom}
    >
      {callName(call)}
    </button>
  );
}
