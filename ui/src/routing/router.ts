import { useEffect, useState } from 'preact/hooks';

/** The path below which the page is served, without the slash at its end. */
const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Where the page is: a path such as `/tx/0x1`, and what follows the question mark. */
export interface Location {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The playground consists of static files and has only one path, so its places are behind the question mark. */
const IS_STATIC = import.meta.env.MODE === 'playground';
const PLACE = '?at=';

/** The address of a place in the page, for links: `href('/tx/0x1')` is `/ui/tx/0x1`. */
export const href = (path: string): string => (IS_STATIC ? PLACE + encodeURIComponent(path) : BASE + path);

/** Where the page is now. */
export function readLocation(): Location {
  if (IS_STATIC) {
    const at = new URLSearchParams(window.location.search).get('at') ?? '/';
    const [path = '/', search = ''] = at.split(/\?(.*)/s);
    return { path, query: new URLSearchParams(search) };
  }
  const { pathname, search } = window.location;
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname;
  return { path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

const CHANGED = 'starbox:navigate';

/** Goes to a place in the page. `replace` leaves no step in the history. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const change = replace ? 'replaceState' : 'pushState';
  // Behind the #, the playground finds its chain when it is loaded again.
  window.history[change](null, '', href(path) + (IS_STATIC || replace ? window.location.hash : ''));
  window.dispatchEvent(new Event(CHANGED));
  if (!replace) window.scrollTo(0, 0);
}

/** Takes away what is behind the #: the playground has another chain now. */
export function forgetFragment(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
}

/** The path of a location with some values after the question mark changed, or removed. */
export function withQueries({ path, query }: Location, values: Readonly<Record<string, string | undefined>>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values))
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  const text = changed.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The path of a location with one value after the question mark changed, or removed. */
export const withQuery = (location: Location, name: string, value: string | undefined): string =>
  withQueries(location, { [name]: value });

/** Changes one value after the question mark, without a step in the history. */
export const setQuery = (name: string, value: string | undefined): void =>
  navigate(withQuery(readLocation(), name, value), { replace: true });

/** The values after the question mark that say where the page of a list begins. */
export type PlaceName = 'before' | 'after' | 'page' | 'cell' | 'event';
const NO_PLACE = {
  before: undefined,
  after: undefined,
  page: undefined,
  cell: undefined,
  event: undefined,
} as const satisfies Record<PlaceName, undefined>;

/** Goes to a tab, without a step in the history. Another tab has another list, in which the place of this one means nothing. */
export const setTab = (tab: string | undefined): void =>
  navigate(withQueries(readLocation(), { ...NO_PLACE, path: undefined, tab }), { replace: true });

/** The present location; the component is rendered again when it changes. */
export function useLocation(): Location {
  const [location, setLocation] = useState(readLocation);
  useEffect(() => {
    const update = () => setLocation(readLocation());
    window.addEventListener('popstate', update);
    window.addEventListener(CHANGED, update);
    return () => {
      window.removeEventListener('popstate', update);
      window.removeEventListener(CHANGED, update);
    };
  }, []);
  return location;
}

/** Follows clicks on links to places in the page without loading it again. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return;
    if (link.hash !== '' || link.origin !== window.location.origin) return;
    if (IS_STATIC) {
      if (link.pathname !== window.location.pathname) return;
      event.preventDefault();
      navigate(new URLSearchParams(link.search).get('at') ?? '/');
      return;
    }
    if (!`${link.pathname}/`.startsWith(`${BASE}/`)) return;
    event.preventDefault();
    navigate(link.pathname.slice(BASE.length) + link.search);
  });
}

/** What a screen gets: the named parts of its path. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

/** The parts of a path that a pattern such as `/tx/:hash` names; undefined if it does not match. */
export function match(pattern: string, path: string): ScreenProps['params'] | undefined {
  const names = pattern.split('/');
  const parts = path.replace(/\/+$/, '').split('/');
  if (pattern === '/') return path === '/' ? {} : undefined;
  if (names.length !== parts.length) return undefined;
  const found: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const part = parts[i]!;
    if (name.startsWith(':')) found[name.slice(1)] = decode(part);
    else if (name !== part) return undefined;
  }
  return found;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
