import { useEffect, useState } from 'preact/hooks';
import { moveFocus } from '../../parts/layout/moveFocus.ts';
import { safeName } from '../../parts/values/format.ts';
import type { Timeline, View } from './useDebugger.ts';

/** Deeper calls are not drawn, and neither are calls with a smaller share of the moments. */
const MAX_DEPTH = 5;
const MIN_SHARE = 0.002;
const ROW_REM = 1.25;

interface Props {
  readonly view: View;
  readonly timeline: Timeline;
  readonly onGoTo: (moment: number) => void;
}

/** The calls of the transaction in time, where it writes, emits and panics, and a slider. */
export function TimeStrip({ view: { moment, moments }, timeline, onGoTo }: Props) {
  // While the slider is dragged it stays where the hand is; the view follows as fast as the node answers.
  const [dragged, setDragged] = useState<number>();
  useEffect(() => setDragged(undefined), [moment]);
  const share = (at: number) => (moments === 0 ? 0 : at / moments);
  const percent = (at: number) => `${100 * share(at)}%`;
  const calls = timeline.calls.filter(
    ({ depth, start, end }) => depth < MAX_DEPTH && (depth === 0 || share(end - start) >= MIN_SHARE),
  );
  const here = calls.findLastIndex(({ start, end }) => moment >= start && moment < end);
  const rows = 1 + Math.max(0, ...calls.map(({ depth }) => depth));
  const marks = [
    ...timeline.writes.map((at) => [at, 'write'] as const),
    ...timeline.events.map((at) => [at, 'event'] as const),
    ...timeline.panics.map((at) => [at, 'panic'] as const),
  ];
  return (
    <div class="time-strip">
      <div
        class="time-calls"
        role="toolbar"
        aria-label="Calls in time"
        onKeyDown={(event) => moveFocus(event, 'ArrowLeft', 'ArrowRight')}
        style={{ height: `${rows * ROW_REM}rem` }}
      >
        {calls.map(({ start, end, depth, contract_name, function_name, has_failed }, i) => {
          const name = `${contract_name ?? ''}${contract_name && function_name ? '.' : ''}${function_name ?? ''}`;
          const isHere = moment >= start && moment < end;
          return (
            <button
              key={`${start} ${depth}`}
              type="button"
              tabIndex={i === Math.max(0, here) ? 0 : -1}
              class={`flame-bar tone-${(depth % 4) + 1}${has_failed ? ' failing' : ''}${isHere ? ' here' : ''}`}
              style={{ left: percent(start), width: percent(end - start), top: `${depth * ROW_REM}rem` }}
              title={safeName(name, 120)}
              onClick={() => onGoTo(start)}
            >
              {safeName(name, 60)}
            </button>
          );
        })}
        <i class="time-now" style={{ left: percent(moment) }} />
      </div>
      <div class="time-marks" aria-hidden="true">
        {marks.map(([at, kind]) => (
          <i key={`${kind} ${at}`} class={kind} style={{ left: percent(at) }} title={kind} />
        ))}
      </div>
      <input
        type="range"
        aria-label="Moment of the transaction"
        min={0}
        max={moments}
        value={dragged ?? moment}
        onInput={(event) => {
          setDragged(Number(event.currentTarget.value));
          onGoTo(Number(event.currentTarget.value));
        }}
        onChange={() => setDragged(undefined)}
      />
    </div>
  );
}
