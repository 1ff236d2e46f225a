import type { Drawing } from './rows.ts';

const LANE = 18;
/** Half the height of a row with one line of text; longer rows are higher below. */
const MIDDLE = 22;
/** Lines are drawn beyond the end of every row, which clips them. */
const HIGHEST = 1000;
const centre = (lane: number): number => lane * LANE + LANE / 2;

interface Props {
  readonly drawing: Drawing;
  readonly lane: number;
  readonly kind: 'block' | 'snapshot' | 'now';
  readonly isLast: boolean;
}

/** The part of the timeline beside one row: the lines of the branches, and the point of the row. */
export function Graph({ drawing: { lanes, forks, width }, lane, kind, isLast }: Props) {
  return (
    <div class="graph">
      <svg width={width * LANE} height={2 * MIDDLE} aria-hidden="true">
        {lanes.map(({ lane: at, line }) => (
          <line
            key={at}
            class={`lane lane-${at}`}
            x1={centre(at)}
            x2={centre(at)}
            y1={line === 'below' ? MIDDLE : 0}
            y2={isLast && at === 0 ? MIDDLE : HIGHEST}
          />
        ))}
        {forks.map(({ from, to }) => (
          <path
            key={to}
            class={`lane lane-${to}`}
            d={`M${centre(to)} 0 C${centre(to)} ${MIDDLE} ${centre(to)} ${MIDDLE} ${centre(from)} ${MIDDLE}`}
          />
        ))}
        {kind === 'snapshot' ? (
          <rect class={`point lane-${lane}`} x={centre(lane) - 5} y={MIDDLE - 5} width={10} height={10} rx={2} />
        ) : (
          <circle class={`point lane-${lane} ${kind}`} cx={centre(lane)} cy={MIDDLE} r={kind === 'now' ? 6 : 4} />
        )}
      </svg>
    </div>
  );
}
