import { useState } from 'preact/hooks';
import { type CallNames, useCallNames } from '../../parts/explanations/callName.ts';
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
  readonly onGoToMark: (moment: number) => void;
}

/** The calls of the transaction in time, where it writes, emits and panics, and a slider. */
export function TimeStrip({ view: { moment, moments }, timeline, onGoTo, onGoToMark }: Props) {
  // While the slider is dragged it stays where the hand is, until the hand lets it go; the view follows as fast as the node answers.
  const [dragged, setDragged] = useState<number>();
  const share = (at: number) => (moments === 0 ? 0 : at / moments);
  const percent = (at: number) => `${100 * share(at)}%`;
  const calls = timeline.calls.filter(
    ({ depth, start, end }) => depth < MAX_DEPTH && (depth === 0 || share(end - start) >= MIN_SHARE),
  );
  const nameOf = useCallNames(calls.map(named));
  const here = calls.findLastIndex(({ start, end }) => moment >= start && moment < end);
  const rows = 1 + Math.max(0, ...calls.map(({ depth }) => depth));
  const marks = marksOf(timeline);
  return (
    <div class="time-strip">
      <div
        class="time-calls"
        role="toolbar"
        aria-label="Calls in time"
        onKeyDown={(event) => moveFocus(event, 'ArrowLeft', 'ArrowRight')}
        style={{ height: `${rows * ROW_REM}rem` }}
      >
        {calls.map((call, i) => {
          const { start, end, depth, has_failed } = call;
          const name = nameOf(named(call));
          const isHere = moment >= start && moment < end;
          return (
            <button
              key={`${start} ${depth}`}
              type="button"
              tabIndex={i === Math.max(0, here) ? 0 : -1}
              class={`flame-bar tone-${(depth % 4) + 1}${has_failed ? ' failing' : ''}${isHere ? ' here' : ''}`}
              style={{ left: percent(start), width: percent(end - start), top: `${depth * ROW_REM}rem` }}
              title={name}
              onClick={() => onGoTo(start)}
            >
              {name}
            </button>
          );
        })}
        <i class="time-now" style={{ left: percent(moment) }} />
      </div>
      <Marks marks={marks} moment={moment} moments={moments} onGoTo={onGoToMark} />
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

const named = (call: Timeline['calls'][number]): CallNames => ({ ...call, selector: null });

/** Where something happens, and what. */
interface Mark {
  readonly at: number;
  readonly kind: 'write' | 'event' | 'panic';
  readonly text: string;
}

const marksOf = ({ writes, events, panics }: Timeline): readonly Mark[] =>
  [
    ...writes.map((at): Mark => ({ at, kind: 'write', text: 'storage write' })),
    ...events.map((at): Mark => ({ at, kind: 'event', text: 'event' })),
    ...panics.map(
      ({ moment, text }): Mark => ({ at: moment, kind: 'panic', text: `panic ${safeName(text ?? '', 80)}` }),
    ),
  ].sort((a, b) => a.at - b.at);

interface MarksProps {
  readonly marks: readonly Mark[];
  readonly moment: number;
  readonly moments: number;
  readonly onGoTo: (moment: number) => void;
}

/** One button for all marks, since they are narrow and many: a click goes to the nearest, an arrow key to the next. */
function Marks({ marks, moment, moments, onGoTo }: MarksProps) {
  const [hovered, setHovered] = useState<Mark>();
  if (marks.length === 0) return null;
  const nearest = ({ currentTarget, clientX }: MouseEvent): Mark => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    const at = width === 0 ? 0 : ((clientX - left) / width) * moments;
    return marks.reduce((best, mark) => (Math.abs(mark.at - at) < Math.abs(best.at - at) ? mark : best));
  };
  const next = () => marks.find(({ at }) => at > moment);
  const onKeyDown = (event: KeyboardEvent) => {
    const isBack = event.key === 'ArrowLeft';
    if (!isBack && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const to = isBack ? marks.findLast(({ at }) => at < moment) : next();
    if (to) onGoTo(to.at);
  };
  return (
    <button
      type="button"
      class="time-marks"
      aria-label="Marks in time; arrow keys go to the next"
      title={hovered ? `${hovered.text}, step ${hovered.at}` : undefined}
      onMouseMove={(event) => setHovered(nearest(event))}
      onMouseLeave={() => setHovered(undefined)}
      onKeyDown={onKeyDown}
      // A click of the keyboard has no place.
      onClick={(event) => {
        const to = event.detail === 0 ? next() : nearest(event);
        if (to) onGoTo(to.at);
      }}
    >
      {marks.map((mark) => (
        <i
          key={`${mark.kind} ${mark.at}`}
          class={mark === hovered ? `${mark.kind} near` : mark.kind}
          style={{ left: `${moments === 0 ? 0 : (100 * mark.at) / moments}%` }}
        />
      ))}
    </button>
  );
}
