import { grouped, inTokens, LONG, shortTokens, tokenOf } from './format.ts';

interface Props {
  readonly amount: bigint | string;
  readonly unit: 'FRI' | 'WEI';
}

/** Smaller amounts are shown in the smallest unit: in tokens nothing would be left of them. */
const SMALLEST_IN_TOKENS = 10n ** 9n;

/** An amount of a fee token, with the exact number as a tooltip. */
export function Amount({ amount, unit }: Props) {
  const value = BigInt(amount);
  const smallUnit = unit.toLowerCase();
  const isSmall = value > 0n && value < SMALLEST_IN_TOKENS;
  const text = isSmall ? grouped(value) : shortTokens(value);
  return (
    <span
      class={text.length > LONG ? 'wrap' : 'nowrap'}
      title={text.endsWith('…') ? `${inTokens(value, 18)} ${tokenOf(unit)}` : `${grouped(value)} ${smallUnit}`}
    >
      {text} <span class="muted">{isSmall ? smallUnit : tokenOf(unit)}</span>
    </span>
  );
}
