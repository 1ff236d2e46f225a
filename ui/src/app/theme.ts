import { Store } from '../data/store.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'starbox-theme';
const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark' || text === 'system';

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system'; // The browser may forbid storage.
  }
}

/** The chosen theme. The style sheet follows the system unless the document names one. */
export const theme = new Store<Theme>(readTheme());

export function applyTheme(chosen: Theme): void {
  theme.set(chosen);
  if (chosen === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset['theme'] = chosen;
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Then it holds until the page is closed.
  }
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export const nextTheme = (): void => applyTheme(NEXT[theme.get()]);
