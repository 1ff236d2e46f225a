import { price, safeLine } from '../../parts/values/format.ts';
import type { FaultMark, PriceStep } from './marks.ts';

/** The price of a block, where it moved. */
export const PriceNote = ({ step: { unit, price: amount, isUp, percent } }: { readonly step: PriceStep }) => (
  <span class="badge nowrap">
    L2 gas {price(amount, unit)} <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>
    <span class="visually-hidden">{isUp ? 'up' : 'down'}</span>
    {percent !== undefined && ` ${percent} %`}
  </span>
);

/** More kinds than these are counted. */
const MOST_MARKS = 5;

/** The faults that clients met while a block was the newest. */
export function FaultMarks({ marks }: { readonly marks: readonly FaultMark[] }) {
  return (
    <ul class="marks" aria-label="Faults">
      {marks.slice(0, MOST_MARKS).map(({ rule, fault, text, count }) => (
        <li key={rule}>
          <span class="badge warn">
            {fault}
            {count > 1 && ` × ${count}`}
          </span>{' '}
          <span class="muted">{safeLine(text)}</span>
        </li>
      ))}
      {marks.length > MOST_MARKS && <li class="muted">and faults by {marks.length - MOST_MARKS} more rules</li>}
    </ul>
  );
}
