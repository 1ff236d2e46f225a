import { useState } from 'preact/hooks';
import type { Call, Explanation } from '../../data/explanations/explanation.ts';
import { type FlameBar, flameBars, otherGas, paidCalls, weightOf } from '../../data/explanations/flameLayout.ts';
import { grouped } from '../values/format.ts';
import { useCallNames } from './callName.ts';

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

/**
 * Where the gas went: every call as wide as its share, below its caller, and beside them what no call used, so that all bars together are the
 * gas of the receipt. A click makes a call as wide as the graph.
 */
export function FlameGraph({ explanation }: { readonly explanation: Pick<Explanation, 'calls' | 'fee'> }) {
  const [zoomed, setZoomed] = useState<Call>();
  const calls = paidCalls(explanation.calls);
  const others = otherGas(explanation);
  const otherTotal = others.reduce((sum, { gas }) => sum + gas, 0);
  const bars = zoomed ? flameBars([zoomed]) : flameBars(calls, otherTotal);
  const tones = tonesOf(calls);
  const nameOf = useCallNames(bars.map(({ call }) => call));
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const inCalls = calls.reduce((sum, call) => sum + weightOf(call), 0);
  const total = inCalls + otherTotal;
  if (bars.length === 0) return <p class="muted">No call used gas.</p>;
  let left = inCalls;
  return (
    <figure class="flame-figure">
      <div class="flame" style={{ height: `${rows * ROW_REM}rem` }}>
        {bars.map((bar, i) => (
          <Bar
            key={i}
            bar={bar}
            name={nameOf(bar.call)}
            total={total}
            tone={tones.get(bar.call.contract_address)!}
            onZoom={() => setZoomed(bar.call === zoomed ? undefined : bar.call)}
          />
        ))}
        {!zoomed &&
          others.map(({ name, gas }) => {
            const style = { left: `${(100 * left) / total}%`, width: `${(100 * gas) / total}%`, top: 0 };
            left += gas;
            return (
              <span key={name} class="flame-bar other" style={style} title={gasText(name, gas, total)}>
                {name}
              </span>
            );
          })}
      </div>
      <figcaption class="muted">
        {zoomed ? (
          <span class="row">
            {gasText(nameOf(zoomed), weightOf(zoomed), total)}
            <button type="button" class="button small" onClick={() => setZoomed(undefined)}>
              Show all calls
            </button>
          </span>
        ) : (
          <>
            {grouped(total)} L2 gas:{' '}
            {[['in calls', inCalls] as const, ...others.map(({ name, gas }) => [name, gas] as const)]
              .map(([name, gas]) => `${grouped(gas)} ${name}`)
              .join(' + ')}
            . Choose a call to see it alone.
          </>
        )}
      </figcaption>
    </figure>
  );
}

const gasText = (name: string, gas: number, total: number): string =>
  `${name}: ${grouped(gas)} gas, ${(total === 0 ? 0 : (100 * gas) / total).toFixed(1)} %`;

interface BarProps {
  readonly bar: FlameBar;
  readonly name: string;
  readonly total: number;
  readonly tone: number;
  readonly onZoom: () => void;
}

function Bar({ bar: { call, left, width, row }, name, total, tone, onZoom }: BarProps) {
  const label = gasText(name, weightOf(call), total);
  return (
    <button
      type="button"
      class={`flame-bar tone-${tone}${call.end === 'RETURNED' ? '' : ' failing'}`}
      style={{ left: `${100 * left}%`, width: `${100 * width}%`, top: `${row * ROW_REM}rem` }}
      title={label}
      aria-label={label}
      onClick={onZoom}
    >
      {name}
    </button>
  );
}
