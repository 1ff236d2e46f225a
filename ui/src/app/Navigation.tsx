import { href } from '../routing/router.ts';
import { screenOf } from './ScreenView.tsx';
import { screens } from './screens.ts';

const GROUPS = ['Chain', 'Tools', 'Node'] as const;

interface Props {
  readonly path: string;
  readonly isOpen: boolean;
  readonly onChosen: () => void;
}

/** The list of screens; on narrow screens it covers the page while it is open. */
export function Navigation({ path, isOpen, onChosen }: Props) {
  const shown = screenOf(path)?.screen;
  const current = shown?.under ?? shown?.path;
  return (
    <nav class={`sidebar${isOpen ? ' open' : ''}`} id="navigation" aria-label="Screens">
      {GROUPS.map((group) => {
        const entries = screens.filter(({ menu }) => menu?.group === group);
        if (entries.length === 0) return null;
        return (
          <div key={group}>
            <h2>{group}</h2>
            <ul>
              {entries.map((screen) => (
                <li key={screen.path}>
                  <a
                    href={href(screen.path)}
                    onClick={onChosen}
                    aria-current={screen.path === current ? 'page' : undefined}
                  >
                    {screen.title}
                    <kbd>g {screen.menu!.key}</kbd>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
