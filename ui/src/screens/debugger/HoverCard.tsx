import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { safeName } from '../../parts/values/format.ts';
import { DebugValue } from './DebugValue.tsx';
import type { View, WrittenThing } from './useDebugger.ts';
import { addWatch } from './watches.ts';

/** The name that the mouse is on, and where it is in the window. */
export interface HoverPlace {
  readonly path: string;
  readonly left: number;
  readonly top: number;
}

const OPEN_MS = 150;
const CLOSE_MS = 250;
const MOST_MEMBERS = 12;
const WIDTH = 320;

/** Follows the mouse over names in the source. The variables beside the source show the same to those who use none. */
export function useHover(box: RefObject<HTMLElement | null>): {
  readonly at: HoverPlace | undefined;
  close(): void;
} {
  const [at, setAt] = useState<HoverPlace>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMouseOver = ({ target }: MouseEvent) => {
      const element = target instanceof Element ? target : undefined;
      clearTimeout(timer);
      if (element?.closest('.hover-card')) return;
      const name = element?.closest<HTMLElement>('.has-value');
      const inside = name && box.current?.contains(name);
      timer = setTimeout(
        () => {
          if (!name || !inside) return setAt(undefined);
          const { left, bottom } = name.getBoundingClientRect();
          const room = Math.max(0, window.innerWidth - WIDTH);
          setAt({ path: name.dataset['path']!, left: Math.min(left, room), top: bottom });
        },
        inside ? OPEN_MS : CLOSE_MS,
      );
    };
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setAt(undefined);
    const onScroll = () => setAt(undefined);
    document.addEventListener('mouseover', onMouseOver);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('scroll', onScroll, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('mouseover', onMouseOver);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, []);
  return { at, close: () => setAt(undefined) };
}

interface Props {
  readonly at: HoverPlace;
  readonly variable: View['locals'][number];
  /** The contract whose function has it. */
  readonly of: string | undefined;
  readonly onWrite: (written: WrittenThing) => void;
  readonly onClose: () => void;
}

/** The value of the variable below the mouse. */
export function HoverCard({ at: { path, left, top }, variable, of, onWrite, onClose }: Props) {
  const { name, type, value, members } = variable;
  const act = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <section class="hover-card" aria-label="Value" style={{ left: `${left}px`, top: `${top}px` }}>
      <p>
        <b>{safeName(path, 80)}</b> <span class="muted">{safeName(type.split('::').at(-1)!, 60)}</span>
      </p>
      <code>
        <DebugValue text={value} type={type} name={name} of={of} />
      </code>{' '}
      <CopyButton text={value} what="value" />
      {members.length > 0 && (
        <dl class="facts">
          {members.slice(0, MOST_MEMBERS).map((each) => [
            <dt key={each.name}>{safeName(each.name, 40)}</dt>,
            <dd key={`${each.name} value`}>
              <DebugValue text={each.value} type={each.type} name={each.name} of={of} />
            </dd>,
          ])}
        </dl>
      )}
      <div class="row">
        <button type="button" class="button small" onClick={act(() => onWrite({ variable: path }))}>
          Where does it come from?
        </button>
        <button type="button" class="button small" onClick={act(() => addWatch(path))}>
          Watch
        </button>
      </div>
    </section>
  );
}
