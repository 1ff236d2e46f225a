import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useChainClock } from '../data/chain/chainClock.ts';
import { useNode } from '../data/node/hooks.ts';
import { useStore } from '../data/stores/store.ts';
import { stopOf, stopsWith } from '../data/watch/stop.ts';
import { Dialog } from '../parts/layout/Dialog.tsx';
import { Logo, MenuIcon, MoonIcon, SearchIcon, SunIcon, SystemIcon } from '../parts/layout/icons.tsx';
import { Toasts } from '../parts/messages/Toasts.tsx';
import { href, useLocation } from '../routing/router.ts';
import { FaultBar } from './FaultBar.tsx';
import { Navigation } from './Navigation.tsx';
import { ScreenView } from './ScreenView.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { screens } from './screens.ts';
import { nextTheme, theme } from './theme.ts';
import { useRebuilds } from './useRebuilds.ts';
import { useShortcuts } from './useShortcuts.ts';
import { WatchBar } from './WatchBar.tsx';

/** The frame of the page: bar, navigation and the present screen. */
export function App() {
  const location = useLocation();
  const [open, setOpen] = useState<'search' | 'help' | 'menu'>();
  const close = useCallback(() => setOpen(undefined), []);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useRebuilds();
  useChainClock();
  useShortcuts({
    onSearch: useCallback(() => setOpen('search'), []),
    onHelp: useCallback(() => setOpen('help'), []),
  });
  useEffect(() => {
    close();
    // So that screen readers continue at the new screen.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [location.path]);
  return (
    <>
      {/* No link to #content: the playground has its chain behind the #. */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <TopBar
        onSearch={() => setOpen('search')}
        onMenu={() => setOpen(open === 'menu' ? undefined : 'menu')}
        isMenuOpen={open === 'menu'}
      />
      <LostBar />
      <FaultBar />
      <WatchBar />
      <div class="frame">
        <Navigation path={location.path} isOpen={open === 'menu'} onChosen={close} />
        <main class="content" ref={main} tabIndex={-1}>
          <ScreenView location={location} />
        </main>
      </div>
      {open === 'search' && <SearchDialog onClose={close} />}
      {open === 'help' && <Keys onClose={close} />}
      <Toasts />
    </>
  );
}

interface TopBarProps {
  readonly onSearch: () => void;
  readonly onMenu: () => void;
  readonly isMenuOpen: boolean;
}

function TopBar({ onSearch, onMenu, isMenuOpen }: TopBarProps) {
  return (
    <header class="topbar">
      <button
        type="button"
        class="button plain icon menu-button"
        aria-label="Menu"
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        onClick={onMenu}
      >
        <MenuIcon />
      </button>
      <a class="brand" href={href('/')} aria-label="Starbox, dashboard">
        <Logo />
        <span>Starbox</span>
      </a>
      <button type="button" class="search-button" onClick={onSearch} aria-keyshortcuts="/">
        <SearchIcon />
        <span>Search hash, address, name, function, event, error</span>
        <kbd>/</kbd>
      </button>
      <Status />
      <ThemeButton />
    </header>
  );
}

const STATUS = { connecting: 'Connecting', open: 'Live', asked: 'Asking', lost: 'Not connected' } as const;

function Status() {
  const node = useNode();
  const status = useStore(node.status);
  useStore(stopsWith(node));
  // Without a connection the page has more to say than that a watch rule has stopped it.
  if (stopOf(node) && status !== 'lost')
    return (
      <div class="status" title="A watch rule has stopped the page. Go on, in the bar below, follows the chain again.">
        <i class="dot asked" />
        <span>Stopped</span>
      </div>
    );
  return (
    <div class="status" title={`The connection to the node: ${STATUS[status]}`}>
      <i class={`dot ${status}`} />
      <span>{STATUS[status]}</span>
    </div>
  );
}

function LostBar() {
  const node = useNode();
  const status = useStore(node.status);
  if (status === 'asked')
    return (
      <div class="notice-bar" role="status">
        The node at {node.connection.address} answers, but its WebSocket, the path /ws, does not: the page gets no
        notifications and asks every two seconds instead.
      </div>
    );
  if (status !== 'lost') return null;
  return (
    <div class="notice-bar" role="alert">
      The node at {node.connection.address} does not answer. The page shows the last data and reconnects by itself.
    </div>
  );
}

const THEME_ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const;

function ThemeButton() {
  const chosen = useStore(theme);
  const Icon = THEME_ICONS[chosen];
  const label = `Theme: ${chosen}`;
  return (
    <button type="button" class="button plain icon" aria-label={label} title={label} onClick={nextTheme}>
      <Icon />
    </button>
  );
}

function Keys({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="facts">
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>Search</dd>
        {screens.map(
          ({ menu, title }) =>
            menu && [
              <dt key={title}>
                <kbd>g</kbd> <kbd>{menu.key}</kbd>
              </dt>,
              <dd key={`${title} screen`}>{title}</dd>,
            ],
        )}
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>This list</dd>
      </dl>
    </Dialog>
  );
}
