import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import type { LineGas } from '../../data/profile/readProfile.ts';
import { CairoLine } from '../../parts/explanations/CairoLine.tsx';
import { grouped, safeLines, safeName, shortHashesIn } from '../../parts/values/format.ts';
import { type Breakpoint, toggleBreakpoint } from './breakpoints.ts';
import { variableAt } from './inlineValues.ts';
import type { View } from './useDebugger.ts';
import { valueText } from './valueText.ts';

type Variables = View['locals'];

interface Props {
  /** The row of the line that runs next. */
  readonly row: RefObject<HTMLDivElement | null> | undefined;
  readonly number: number;
  readonly text: string;
  /** Undefined for Sierra, which has no colours and no breakpoints. */
  readonly file: string | undefined;
  readonly isFocusable: boolean;
  readonly breakpoint: Breakpoint | undefined;
  readonly gas: LineGas | undefined;
  /** The values to show behind the line. */
  readonly values: Variables | undefined;
  /** The variables whose names are marked. */
  readonly names: Variables;
  /** The text of a panic that starts here. */
  readonly panic: string | undefined;
}

const INLINE_CHARS = 60;

/** A line of source: what it cost, its number, its code, values and panic. */
export function SourceLine({ row, number, text, file, isFocusable, breakpoint, gas, values, names, panic }: Props) {
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
  const isCurrent = row !== undefined;
  return (
    <div
      ref={row ?? null}
      class={[isCurrent && 'current', panic !== undefined && 'panics'].filter(Boolean).join(' ') || undefined}
    >
      <Gas gas={gas} />
      {file === undefined ? (
        <span class="line-number">{number}</span>
      ) : (
        <button
          type="button"
          class={breakpoint ? 'line-number set' : 'line-number'}
          tabIndex={isFocusable ? 0 : -1}
          data-line={number}
          aria-pressed={breakpoint !== undefined}
          aria-label={`Breakpoint in line ${number}`}
          title={breakpoint?.condition === undefined ? undefined : `stops if ${safeName(breakpoint.condition)}`}
          onClick={() => toggleBreakpoint(file, number)}
        >
          {number}
        </button>
      )}
      <span aria-current={isCurrent ? 'step' : undefined}>
        {code}
        {values && <span class="inline-values">{values.map(inlineText).join('  ')}</span>}
        {panic !== undefined && <strong class="panic-note">{`✕ panics: ${safeName(panic, 200)}`}</strong>}
      </span>
    </div>
  );
}

const inlineText = ({ name, value }: Variables[number]): string =>
  `${safeName(name, 40)} = ${safeName(shortHashesIn(valueText(value)), INLINE_CHARS)}`;

function Gas({ gas }: { readonly gas: LineGas | undefined }) {
  if (!gas) return <span class="line-gas" />;
  const inner = gas.total - gas.self;
  const title = `${grouped(gas.total)} L2 gas${inner > 0 ? `, of which ${grouped(inner)} in what the line calls` : ''}`;
  return (
    <span class="line-gas" title={title}>
      {shortNumber(gas.total)}
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
