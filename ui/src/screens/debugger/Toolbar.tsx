import { useEffect, useRef } from 'preact/hooks';
import type { BreakKind, Debugger, Move } from './useDebugger.ts';

interface Button {
  readonly move: Move;
  readonly name: string;
  readonly sign: string;
  readonly keys: string;
}

/** The keys are those of other debuggers; with Alt, a step goes back. */
const BUTTONS: readonly Button[] = [
  { move: 'reverse', name: 'Reverse', sign: '«', keys: 'Alt+F8' },
  { move: 'back_in', name: 'Back into', sign: '↖', keys: 'Alt+F11' },
  { move: 'back', name: 'Back', sign: '←', keys: 'Shift+F10' },
  { move: 'over', name: 'Over', sign: '→', keys: 'F10' },
  { move: 'in', name: 'Into', sign: '↘', keys: 'F11' },
  { move: 'out', name: 'Out', sign: '↗', keys: 'Shift+F11' },
  { move: 'continue', name: 'Continue', sign: '»', keys: 'F8' },
];

const MOVES: ReadonlyMap<string, Move> = new Map([
  ...BUTTONS.map(({ keys, move }) => [keys, move] as const),
  ['Alt+F10', 'back'],
  ['Shift+F8', 'reverse'],
]);

const KINDS: readonly (readonly [BreakKind, string])[] = [
  ['panic', 'panics'],
  ['storage', 'storage writes'],
  ['event', 'events'],
];

/** The buttons that move through time, and their keys. */
export function Toolbar({ debug }: { readonly debug: Debugger }) {
  useMoveKeys(debug);
  const { view, breakOn, isBusy } = debug;
  const isBack = (move: Move) => move === 'reverse' || move.startsWith('back');
  const isUseless = (move: Move) => (isBack(move) ? view?.reason === 'start' : view?.is_at_end === true);
  return (
    <div class="debug-bar" role="toolbar" aria-label="Move through the transaction" aria-busy={isBusy}>
      <div class="debug-moves">
        {BUTTONS.map(({ move, name, sign, keys }) => (
          <button
            key={move}
            type="button"
            class={move === 'over' ? 'button primary' : isBack(move) ? 'button back' : 'button'}
            title={`${name} (${keys})`}
            aria-keyshortcuts={keys}
            disabled={isUseless(move)}
            onClick={() => debug.move(move)}
          >
            <span aria-hidden="true">{sign}</span>
            <span class="move-name">{name}</span>
          </button>
        ))}
      </div>
      <fieldset class="debug-stops">
        <legend class="muted">Stop at</legend>
        {KINDS.map(([kind, name]) => (
          <label key={kind}>
            <input type="checkbox" checked={breakOn.has(kind)} onChange={() => debug.toggleBreakOn(kind)} /> {name}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function useMoveKeys(debug: Debugger): void {
  // The handler is set once and sees the newest debugger.
  const newest = useRef(debug);
  newest.current = debug;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
      const keys = `${event.shiftKey ? 'Shift+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`;
      const move = MOVES.get(keys);
      if (!move) return;
      event.preventDefault();
      newest.current.move(move);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
