import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { counted, grouped } from '../../parts/values/format.ts';
import { Graph } from './Graph.tsx';
import type { Drawing, Row } from './rows.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly drawing: Drawing;
  /** The rows, which are shown when the run is opened. */
  readonly children: () => ComponentChildren;
}

/** A run of blocks as one row, until it is opened. */
export function FoldedRun({ rows, drawing, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const transactions = rows.reduce((sum, { block }) => sum + (block?.transaction_count ?? 0), 0);
  return (
    <>
      <li>
        <Graph drawing={drawing} lane={0} kind="block" isLast={false} />
        <div class="what">
          Blocks {grouped(rows.at(-1)!.number)} to {grouped(rows[0]!.number)}{' '}
          <span class="muted">{counted(transactions, 'transaction')}</span>
        </div>
        <div class="row acts">
          <button type="button" class="button small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold' : `Show ${counted(rows.length, 'block')}`}
          </button>
        </div>
      </li>
      {isOpen && children()}
    </>
  );
}
