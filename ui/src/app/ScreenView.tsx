import type { FunctionComponent } from 'preact';
import { useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks';
import { useNode } from '../data/node/hooks.ts';
import { useStore } from '../data/stores/store.ts';
import { useAlerts } from '../data/watch/alerts.ts';
import { Failure, Loading } from '../parts/messages/messages.tsx';
import { safeName, shortHash } from '../parts/values/format.ts';
import { href, type Location, match, type ScreenProps } from '../routing/router.ts';
import { type Screen, type ScreenFile, screens } from './screens.ts';

/** The screen of a path, and the parts of the path that it names. */
export function screenOf(
  path: string,
): { readonly screen: Screen; readonly params: ScreenProps['params'] } | undefined {
  for (const screen of screens) {
    const params = match(screen.path, path);
    if (params) return { screen, params };
  }
  return undefined;
}

const loaded = new Map<Screen, FunctionComponent<ScreenProps>>();

/** Loads the code of a screen; undefined if it was loaded already. */
function load(screen: Screen): Promise<void> | undefined {
  const keep = (file: ScreenFile) => void loaded.set(screen, file.default);
  const file = screen.load();
  if (file instanceof Promise) return file.then(keep);
  keep(file);
  return undefined;
}

/** Starts to load the screen of a path, so that its code arrives while the frame is rendered. */
export function loadAhead(path: string): void {
  const found = screenOf(path);
  // `ScreenView` loads it again and shows the failure.
  if (found) load(found.screen)?.catch(() => {});
}

/** Shows the screen of the present location. */
export function ScreenView({ location: { path } }: { readonly location: Location }) {
  const found = screenOf(path);
  const screen = found?.screen;
  const [, render] = useState({});
  const [failed, setFailed] = useState<Screen>();
  const [attempt, setAttempt] = useState(0);
  const status = useStore(useNode().status);
  const isThere = status === 'open' || status === 'asked';
  // Loads it when it is shown, and again when it is asked for or the node is back.
  useLayoutEffect(() => {
    if (!screen || loaded.has(screen)) return;
    let isCurrent = true;
    setFailed(undefined);
    const loading = load(screen);
    const showIt = () => render({});
    if (loading) loading.then(showIt, () => isCurrent && setFailed(screen));
    else showIt();
    return () => {
      isCurrent = false;
    };
  }, [screen, attempt, isThere]);
  const title = found ? titleOf(found.screen, found.params) : 'Not found';
  // So that a tab in the background shows that a watch rule has fired.
  const unread = useAlerts().filter(({ isRead }) => !isRead).length;
  const mark = unread > 0 ? `(${unread}) ` : '';
  useLayoutEffect(() => {
    document.title = `${mark}${title} · Starbox`;
  }, [title, mark]);
  if (!found)
    return (
      <div class="stack">
        <h1>There is nothing at this address</h1>
        <p>
          <a href={href('/')}>Go to the dashboard</a>
        </p>
      </div>
    );
  const Shown = loaded.get(found.screen);
  if (!Shown && failed === screen)
    return (
      <div class="stack">
        <h1>{title}</h1>
        <Failure error={new Error('This screen could not be loaded from the node. Is the node still running?')} />
        <TryAgain onClick={() => setAttempt(attempt + 1)} />
      </div>
    );
  if (!Shown) return <Loading />;
  return (
    <ErrorBoundary key={path}>
      <Shown params={found.params} />
    </ErrorBoundary>
  );
}

/** The title of the window, such as `Block 3`, which the history of the browser shows too. */
const titleOf = ({ title }: Screen, params: ScreenProps['params']): string =>
  [title, ...Object.values(params).map((value) => safeName(shortHash(value), 40))].join(' ');

/** Shows an error of a screen in its place, so that the rest of the page keeps working. */
function ErrorBoundary({ children }: { readonly children: preact.ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <div class="stack">
      <Failure error={error instanceof Error ? error : new Error(String(error))} />
      <TryAgain onClick={reset} />
    </div>
  );
}

const TryAgain = ({ onClick }: { readonly onClick: () => void }) => (
  <div>
    <button type="button" class="button" onClick={onClick}>
      Try again
    </button>
  </div>
);
