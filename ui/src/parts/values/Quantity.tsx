import { useNames } from '../../data/chain/names.ts';
import { changedParts, quantityText } from '../../data/text/amounts.ts';
import { grouped, LONG, safeName, withoutMiddle } from './format.ts';

interface Props {
  readonly value: bigint;
  /** The address of the token that it is an amount of. */
  readonly token?: string | undefined;
  /** What it was before: the digits that differ are marked. */
  readonly was?: bigint | undefined;
  /** Shows the plus of a change. */
  readonly isChange?: boolean;
  readonly withSymbol?: boolean;
  /** Leaves out what is in the middle of a very long number. */
  readonly isShort?: boolean;
}

const NONE: readonly string[] = [];

/** A number: in groups of digits, in tokens if it is an amount of one, with the exact number as a tooltip. */
export function Quantity({ value, token, was, isChange = false, withSymbol = false, isShort = false }: Props) {
  const names = useNames(token === undefined ? NONE : [token]);
  const unit = token === undefined ? undefined : names.get(token)?.token;
  const sign = isChange ? (value < 0n ? '−' : '+') : '';
  const text = quantityText(isChange && value < 0n ? -value : value, unit);
  const shown = (part: string) => (isShort && text.length > LONG ? withoutMiddle(part) : part);
  const tone = isChange ? (value < 0n ? ' bad' : ' good') : '';
  return (
    <span class={`${text.length > LONG ? 'wrap' : 'nowrap'}${tone}`} title={grouped(value)}>
      {sign}
      {was === undefined || was === value
        ? shown(text)
        : changedParts(quantityText(was, unit), text).map(({ text: part, isChanged }, i) =>
            isChanged ? <mark key={i}>{part}</mark> : shown(part),
          )}
      {withSymbol && unit && <span class="muted"> {safeName(unit.symbol, 20)}</span>}
    </span>
  );
}
