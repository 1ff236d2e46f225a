import { useEffect } from 'preact/hooks';
import { navigate } from '../routing/router.ts';
import { screens } from './screens.ts';

/** The second key of `g b` must follow within this time. */
const SECOND_KEY_MS = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Keys that work everywhere: `/` opens the search, `?` the list of keys, `g` and a letter goes to a screen. */
export function useShortcuts({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }): void {
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === '/') onSearch();
      else if (event.key === '?') onHelp();
      else if (event.key === 'g') {
        gAt = event.timeStamp;
        return;
      } else if (event.timeStamp - gAt < SECOND_KEY_MS) {
        const screen = screens.find(({ menu }) => menu?.key === event.key);
        if (!screen) return;
        navigate(screen.path);
      } else return;
      gAt = Number.NEGATIVE_INFINITY;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onSearch, onHelp]);
}
