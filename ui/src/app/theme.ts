import { Store } from '../data/stores/store.ts';
import { readStored, writeStored } from '../data/stores/stored.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'starbox-theme';
const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark' || text === 'system';

function readTheme(): Theme {
  const stored = readStored(KEY);
  return isTheme(stored) ? stored : 'system';
}

/** The chosen theme. The style sheet follows the system unless the document names one. */
export const theme = new Store<Theme>(readTheme());

export function applyTheme(chosen: Theme): void {
  theme.set(chosen);
  if (chosen === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset['theme'] = chosen;
  writeStored(KEY, chosen);
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export const nextTheme = (): void => applyTheme(NEXT[theme.get()]);
