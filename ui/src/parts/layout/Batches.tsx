import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { grouped } from '../values/format.ts';

interface Props<T> {
  readonly items: readonly T[];
  /** The number of items that are shown at once. */
  readonly size: number;
  /** Such as `calls`. */
  readonly what: string;
  /** The item that is among the shown ones at first. */
  readonly first?: number;
  readonly children: (item: T, index: number) => ComponentChildren;
}

/**
 * A part of a long list at a time, with buttons for the parts before and after it: for lists whose items have different heights. However far
 * somebody goes, the page has the items of one part.
 */
export function Batches<T>({ items, size, what, first = 0, children }: Props<T>) {
  const [start, setStart] = useState(first - (first % size));
  // Whoever goes on reads from the top of the next part, and whoever goes back from the foot of the one before.
  const [moved, setMoved] = useState<'on' | 'back'>();
  const edge = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (moved) edge.current?.focus();
  }, [start, moved]);
  const move = (to: number) => {
    setMoved(to > start ? 'on' : 'back');
    setStart(to);
  };
  const end = Math.min(items.length, start + size);
  const step = (to: number, ref: typeof edge | null) => (
    <li class="more">
      <button ref={ref} type="button" class="button small" onClick={() => move(to)}>
        Show {grouped(to + 1)} to {grouped(Math.min(items.length, to + size))} of {grouped(items.length)} {what}
      </button>
    </li>
  );
  return (
    <>
      {start > 0 && step(start - size, moved === 'on' ? edge : null)}
      {items.slice(start, end).map((item, i) => children(item, start + i))}
      {end < items.length && step(end, moved === 'back' ? edge : null)}
    </>
  );
}
