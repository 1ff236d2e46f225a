import { grouped, inTokens, tokenOf } from './format.ts';

interface Props {
  readonly amount: bigint | string;
  readonly unit: 'FRI' | 'WEI';
  readonly decimals?: number;
}

/** An amount of a fee token, with the exact number as a tooltip. */
export function Amount({ amount, unit, decimals = 6 }: Props) {
  const value = BigInt(amount);
  return (
    <span class="nowrap" title={`${grouped(value)} ${unit.toLowerCase()}`}>
      {inTokens(value, decimals)} <span class="muted">{tokenOf(unit)}</span>
    </span>
  );
}
