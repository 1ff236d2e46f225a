import { Store } from '../stores/store.ts';
import { readStored, writeStored } from '../stores/stored.ts';
import { type Fired, readFired } from './fired.ts';

export interface Alert extends Fired {
  readonly isRead: boolean;
  /** Whether it is still true when the page is loaded again, as it is of a node, and not of a sandbox in the page. */
  readonly isLasting: boolean;
}

const KEY = 'starbox-alerts';
const MOST = 50;

function readAlerts(): readonly Alert[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY, 'sessionStorage') ?? '[]');
    return (Array.isArray(stored) ? stored : [])
      .flatMap((each): Alert[] => {
        const fired = readFired(each);
        return fired ? [{ ...fired, isRead: each.isRead === true, isLasting: true }] : [];
      })
      .slice(0, MOST);
  } catch {
    return [];
  }
}

/** What has fired in this tab, newest first. It lasts when the page is loaded again. */
export const alerts = new Store<readonly Alert[]>(readAlerts());

alerts.follow(() => {
  writeStored(KEY, JSON.stringify(alerts.get().filter(({ isLasting }) => isLasting)), 'sessionStorage');
});

export const addAlert = (fired: Fired, isLasting: boolean): void =>
  alerts.set([{ ...fired, isRead: false, isLasting }, ...alerts.get()].slice(0, MOST));

export const markRead = (): void => alerts.set(alerts.get().map((alert) => ({ ...alert, isRead: true })));
