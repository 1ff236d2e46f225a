import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Rows beyond the visible part that are rendered too, so that scrolling shows no gaps. */
const MARGIN_ROWS = 10;

interface Props<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  /** The height of the list in rows. */
  readonly visibleRows: number;
  readonly children: (item: T, index: number) => ComponentChildren;
}

/** A long list of rows of one height: only the visible ones are in the page. */
export function VirtualList<T>({ label, items, rowHeight, visibleRows, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = box.current!;
    const follow = () => setTop(element.scrollTop);
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, []);
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN_ROWS);
  const last = Math.min(items.length, first + visibleRows + 2 * MARGIN_ROWS);
  const height = Math.min(items.length, visibleRows) * rowHeight;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it.
    <div ref={box} class="scroller" tabIndex={0} style={{ height }}>
      <ul aria-label={label} style={{ height: items.length * rowHeight, paddingTop: first * rowHeight }}>
        {items.slice(first, last).map((item, i) => (
          <li
            key={first + i}
            aria-posinset={first + i + 1}
            aria-setsize={items.length}
            style={{ height: rowHeight, overflow: 'hidden' }}
          >
            {children(item, first + i)}
          </li>
        ))}
      </ul>
    </div>
  );
}
