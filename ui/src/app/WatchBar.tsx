import { useEffect } from 'preact/hooks';
import { useNode } from '../data/node/hooks.ts';
import { useStore } from '../data/stores/store.ts';
import { markRead, useAlerts } from '../data/watch/alerts.ts';
import { followStop, type Stop, stopOf, stopsWith } from '../data/watch/stop.ts';
import { watchRules } from '../data/watch/watchRules.ts';
import { tellFailure } from '../parts/messages/Toasts.tsx';
import { duration, safeLine } from '../parts/values/format.ts';
import { AlertText } from '../parts/watch/AlertText.tsx';
import { href } from '../routing/router.ts';

/** Looks at the watch rules while there are some. Without rules its code is not even loaded. */
function useWatcher(): void {
  const node = useNode();
  const hasRules = useStore(watchRules).length > 0;
  useEffect(() => {
    if (!hasRules) return;
    let isEnded = false;
    let end = () => {};
    import('../data/watch/watcher.ts').then(({ Watcher }) => {
      if (isEnded) return;
      const watcher = new Watcher(node);
      end = () => watcher.end();
    }, tellFailure);
    return () => {
      isEnded = true;
      end();
    };
  }, [node, hasRules]);
}

/** Says above every screen which watch rule has fired, and what it has stopped. */
export function WatchBar() {
  const node = useNode();
  useWatcher();
  const unread = useAlerts().filter(({ isRead }) => !isRead);
  useEffect(() => followStop(node), [node]);
  useStore(stopsWith(node));
  const stopped = stopOf(node);
  const [newest] = unread;
  if (!newest && !stopped) return null;
  // A page that was loaded again, or did not watch, has no alert.
  const told = newest ?? stopped?.reason;
  const goOn = () => import('../data/watch/stopAll.ts').then((stopping) => stopping.goOn(node)).catch(tellFailure);
  return (
    <section class="notice-bar fault-bar" aria-label="Watch rules" role="alert">
      {told && <AlertText fired={told} />}
      {stopped && <span>{stoppedText(stopped)}</span>}
      {stopped ? (
        <button type="button" class="button small" onClick={goOn}>
          Go on
        </button>
      ) : (
        <button type="button" class="button small" onClick={() => markRead(node)}>
          Dismiss
        </button>
      )}
      <a href={href('/watch')}>{unread.length > 1 ? `${unread.length} alerts` : 'Watch rules'}</a>
    </section>
  );
}

/** What is stopped, and what is not. */
function stoppedText({ interval, failure }: Stop): string {
  const page = 'The page follows the chain no longer';
  if (interval !== undefined && failure !== undefined)
    return `${page}. The node may still make a block every ${duration(interval)}: ${safeLine(failure)}`;
  if (interval !== undefined)
    return `${page}, and the node makes no block every ${duration(interval)}. Clients can still send.`;
  if (failure !== undefined) return `${page}. The blocks of the node go on: ${safeLine(failure)}`;
  return `${page}. Clients can still send.`;
}
