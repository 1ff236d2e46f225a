import { Store } from '../stores/store.ts';
import type { Match } from './matches.ts';
import type { WatchRule } from './watchRules.ts';

/** A rule that has fired. */
export interface Fired {
  readonly rule: WatchRule;
  /** The first that matched since the rule was looked at before. */
  readonly match: Omit<Match, 'id'>;
  /** How many matched since. */
  readonly count: number;
}

export interface Alert extends Fired {
  readonly isRead: boolean;
}

const MOST = 50;

/** What has fired since the page was opened, newest first. */
export const alerts = new Store<readonly Alert[]>([]);

export const addAlert = (alert: Fired): void =>
  alerts.set([{ ...alert, isRead: false }, ...alerts.get()].slice(0, MOST));

export const markRead = (): void => alerts.set(alerts.get().map((alert) => ({ ...alert, isRead: true })));
