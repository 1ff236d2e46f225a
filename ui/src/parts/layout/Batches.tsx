import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { grouped } from '../values/format.ts';

interface Props<T> {
  readonly items: readonly T[];
  /** The number of items that are shown at first, and with each click. */
  readonly size: number;
  /** Such as `calls`. */
  readonly what: string;
  readonly children: (item: T, index: number) => ComponentChildren;
}

/** Items of a list, some at a time, with a button for more of them: for lists whose items have different heights. */
export function Batches<T>({ items, size, what, children }: Props<T>) {
  const [shown, setShown] = useState(size);
  const left = items.length - shown;
  return (
    <>
      {items.slice(0, shown).map(children)}
      {left > 0 && (
        <li class="more">
          <button type="button" class="button small" onClick={() => setShown(shown + size)}>
            Show {grouped(Math.min(size, left))} more of {grouped(items.length)} {what}
          </button>
        </li>
      )}
    </>
  );
}
