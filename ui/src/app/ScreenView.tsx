import type { FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Empty, Failure, Loading } from '../parts/messages.tsx';
import { href, type Location, match } from '../routing/router.ts';
import type { ScreenProps } from '../routing/screenProps.ts';
import { type Screen, screens } from './screens.ts';

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

/** Shows the screen of the present location. Its code is loaded when it is first shown. */
export function ScreenView({ location: { path } }: { readonly location: Location }) {
  const found = screenOf(path);
  const screen = found?.screen;
  const [, render] = useState({});
  const [failed, setFailed] = useState<{ screen: Screen; error: Error }>();
  useEffect(() => {
    document.title = screen ? `${screen.title} · Starbox` : 'Starbox';
    if (!screen || loaded.has(screen)) return;
    screen.load().then(
      (module) => {
        loaded.set(screen, module.default);
        render({});
      },
      (error: Error) => setFailed({ screen, error }),
    );
  }, [screen]);
  if (!found)
    return (
      <Empty title="There is nothing at this address">
        <a href={href('/')}>Go to the dashboard</a>
      </Empty>
    );
  if (failed?.screen === screen) return <Failure error={failed!.error} />;
  const Shown = loaded.get(found.screen);
  if (!Shown) return <Loading />;
  return (
    <Guarded key={path}>
      <Shown params={found.params} />
    </Guarded>
  );
}

/** Shows what went wrong in a screen in its place, so that the rest of the page keeps working. */
function Guarded({ children }: { readonly children: preact.ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <div class="stack">
      <Failure error={error instanceof Error ? error : new Error(String(error))} />
      <div>
        <button type="button" class="button" onClick={reset}>
          Try again
        </button>
      </div>
    </div>
  );
}
