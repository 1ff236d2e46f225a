import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import type { LineState } from '../../data/coverage/lineCounts.ts';
import type { OwnGas } from '../../data/profile/lineGas.ts';
import { CairoLine } from '../../parts/explanations/CairoLine.tsx';
import { grouped, safeLines, safeName } from '../../parts/values/format.ts';
import { NamedText } from '../../parts/values/NamedText.tsx';
import { type Breakpoint, toggleBreakpoint } from './breakpoints.ts';
import { variableAt } from './inlineValues.ts';
import type { View } from './useDebugger.ts';

type Variables = View['locals'];

interface Props {
  /** For the row that is scrolled to. */
  readonly row: RefObject<HTMLDivElement | null> | undefined;
  /** Whether the line runs next. */
  readonly isCurrent: boolean;
  readonly number: number;
  readonly text: string;
  /** Undefined for Sierra, which has no colours and no breakpoints. */
  readonly file: string | undefined;
  readonly isFocusable: boolean;
  readonly breakpoint: Breakpoint | undefined;
  /** The first line with code at or behind this one, where a breakpoint stops; undefined if there is none. */
  readonly stop: number | undefined;
  readonly gas: OwnGas | undefined;
  /** Whether the line ran in this transaction, and how often. */
  readonly state: LineState;
  readonly count: number | undefined;
  /** The values to show behind the line. */
  readonly values: Variables | undefined;
  /** The variables whose names are marked. */
  readonly names: Variables;
  /** The text of a panic that starts here. */
  readonly panic: string | undefined;
}

const INLINE_CHARS = 60;

/** A line of source: what it cost and how often it ran, its number, its code, values and panic. */
export function SourceLine(props: Props) {
  const { row, isCurrent, number, text, file, isFocusable, breakpoint, stop, values, names, panic, ...ran } = props;
  const shown = text.replaceAll('\t', '    ');
  // COST: a step changes few lines; the others keep their elements.
  const known = names.filter(({ name }) => shown.includes(name));
  const code = useMemo(
    () =>
      file === undefined ? (
        safeLines(shown)
      ) : (
        <CairoLine text={shown} hasValue={(path) => variableAt(path, known) !== undefined} />
      ),
    [shown, file, known.map(({ name, value }) => `${name}=${value}`).join('\n')],
  );
  return (
    <div
      ref={row ?? null}
      class={[isCurrent && 'current', panic !== undefined && 'panics'].filter(Boolean).join(' ') || undefined}
    >
      <Gas {...ran} />
      {file === undefined ? (
        <span class="line-number">{number}</span>
      ) : (
        <button
          type="button"
          class={`line-number ${breakpoint ? 'set' : ''} ${stop === number ? '' : 'idle'}`}
          tabIndex={isFocusable ? 0 : -1}
          data-line={number}
          aria-pressed={breakpoint !== undefined}
          aria-label={`Breakpoint in line ${number}`}
          title={breakpointTitle(breakpoint, number, stop)}
          onClick={() => toggleBreakpoint(file, number)}
        >
          {number}
        </button>
      )}
      <span aria-current={isCurrent ? 'step' : undefined}>
        {code}
        {values && (
          <span class="inline-values">
            {values.map(({ name, value }, i) => (
              <span key={name}>
                {`${i > 0 ? '  ' : ''}${safeName(name, 40)} = `}
                <NamedText text={value} max={INLINE_CHARS} />
              </span>
            ))}
          </span>
        )}
        {panic !== undefined && <strong class="panic-note">{`✕ panics: ${safeName(panic, 200)}`}</strong>}
      </span>
    </div>
  );
}

function breakpointTitle(breakpoint: Breakpoint | undefined, line: number, stop: number | undefined): string {
  if (stop !== line)
    return `No code in this line: a breakpoint here ${stop === undefined ? 'never stops' : `stops at line ${stop}`}`;
  if (!breakpoint) return 'Set a breakpoint here (F9)';
  return breakpoint.condition === undefined
    ? 'Stops here. Remove the breakpoint (F9)'
    : `Stops here if ${safeName(breakpoint.condition)}. Remove the breakpoint (F9)`;
}

function Gas({ gas, state, count }: Pick<Props, 'gas' | 'state' | 'count'>) {
  const ran = count === undefined ? [] : [count === 0 ? 'did not run' : `ran ${grouped(count)} ×`];
  const inner = gas ? gas.total - gas.self : 0;
  const cost = gas
    ? [
        `${grouped(gas.total)} L2 gas in this line of this transaction${inner > 0 ? `, of which ${grouped(inner)} in what the line calls` : ''}`,
      ]
    : [];
  return (
    <span class={`line-gas ${state ?? ''}`} title={[...cost, ...ran].join('; ') || undefined}>
      {gas && shortNumber(gas.total)}
    </span>
  );
}

/** `950`, `12k`, `3.4M`: what fits beside a line. */
export function shortNumber(value: number): string {
  if (value < 1_000) return `${value}`;
  const [scale, unit] = value < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  const shown = value / scale;
  return `${shown < 10 ? shown.toFixed(1) : Math.round(shown)}${unit}`;
}
