import type { Steps } from '../../async/steps.ts';
import { limits } from '../../protocol/limits.ts';
import type { Dialect } from '../dialect.ts';
import { failed } from '../rpcError.ts';
import type { OlderSpec } from '../spec/olderSpec.ts';
import type { Notice } from './notice.ts';
import type { Notification } from './notification.ts';

/** Selects the notifications of one subscription; undefined for notices that it does not want. */
export type Selector = (notice: Notice) => Notification | undefined;

/** Notifications about the past. It yields undefined when finding the next one may take long. */
export type Past = Iterable<Notification | undefined>;

interface Subscription {
  readonly id: string;
  readonly dialect: Dialect;
  readonly select: Selector;
  /** The subscription is notified of changes after this one. */
  readonly since: number;
  readonly filterValues: number;
  /** Notifications that wait until the confirmation is sent; undefined after that. */
  held: Past[] | undefined;
}

/** What is limited for all connections of a server together. */
export interface SubscriptionTotals {
  /** The number of subscriptions, and of addresses and keys in their filters. */
  count: number;
  filterValues: number;
}

/** What the subscriptions of all connections to one chain share. */
export interface AllSubscriptions {
  count: number;
  /** The server's totals, which its other chains count in too. */
  readonly totals: SubscriptionTotals;
  /** How many changes of the chain have been published. */
  changes: number;
}

/** Sends the text of a notification. */
export type SendNotification = (
  text: string,
  notification: Pick<Notification, 'method' | 'group'>,
  dialect: Dialect,
) => void;

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #byId = new Map<string, Subscription>();
  readonly #unconfirmed: Subscription[] = [];
  readonly #send: SendNotification;
  readonly #newId: () => string;
  readonly #all: AllSubscriptions;
  readonly #spec: OlderSpec | undefined;

  constructor(send: SendNotification, newId: () => string, all: AllSubscriptions, spec?: OlderSpec) {
    this.#spec = spec;
    this.#send = send;
    this.#newId = newId;
    this.#all = all;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Adds a subscription and returns its id. After the confirmation it gets `past`, then new notifications. */
  add(
    dialect: Dialect,
    select: Selector,
    { past = [], filterValues = 0 }: { readonly past?: Past; readonly filterValues?: number } = {},
  ): string {
    this.#checkLimits(filterValues);
    const since = this.#all.changes;
    const subscription = { id: this.#newId(), dialect, select, since, filterValues, held: [past] };
    this.#byId.set(subscription.id, subscription);
    this.#unconfirmed.push(subscription);
    this.#count(1, filterValues);
    return subscription.id;
  }

  #count(subscriptions: number, filterValues: number): void {
    const { totals } = this.#all;
    this.#all.count += subscriptions;
    totals.count += subscriptions;
    totals.filterValues += filterValues;
  }

  #checkLimits(filterValues: number): void {
    if (this.#byId.size >= limits.subscriptions)
      throw failed(
        `This connection has ${limits.subscriptions} subscriptions, the most it can have. Unsubscribe or open another one.`,
      );
    const { totals } = this.#all;
    if (totals.count >= limits.allSubscriptions)
      throw failed(`There are ${limits.allSubscriptions} subscriptions, the most there can be. Unsubscribe some.`);
    if (totals.filterValues + filterValues > limits.filterValues)
      throw failed(
        `The filters of all subscriptions have at most ${limits.filterValues} addresses and keys. Name fewer, or unsubscribe some.`,
      );
  }

  /** Removes a subscription. Returns false if this connection has none with that id. */
  remove(id: string): boolean {
    const subscription = this.#byId.get(id);
    if (!subscription) return false;
    this.#byId.delete(id);
    this.#count(-1, -subscription.filterValues);
    return true;
  }

  clear(): void {
    for (const id of this.#byId.keys()) this.remove(id);
  }

  /**
   * A function to call once the answers so far have been sent; it sends the notifications that waited. Undefined if nothing was
   * subscribed to since the last time.
   */
  takeUnconfirmed(): (() => Steps<void>) | undefined {
    if (this.#unconfirmed.length === 0) return undefined;
    const unconfirmed = this.#unconfirmed.splice(0);
    return () => this.#confirm(unconfirmed);
  }

  *#confirm(unconfirmed: readonly Subscription[]): Steps<void> {
    for (const subscription of unconfirmed) {
      const held = subscription.held ?? [];
      // Notifications that come meanwhile are added at the end.
      for (let i = 0; i < held.length; i++) {
        for (const notification of held[i]!) {
          // The subscription may have ended since, by its client or with the chain.
          if (!this.#byId.has(subscription.id)) break;
          if (notification) this.#notify(subscription, notification);
          yield;
        }
        held[i] = [];
      }
      subscription.held = undefined;
    }
  }

  /** Notifies every subscription of the change with this number. */
  *deliver(notice: Notice, change: number): Steps<void> {
    for (const subscription of this.#byId.values()) {
      if (subscription.since >= change) continue;
      const notification = subscription.select(notice);
      if (!notification) continue;
      if (subscription.held) subscription.held.push([notification]);
      else {
        this.#notify(subscription, notification);
        yield;
      }
    }
  }

  #notify({ id, dialect }: Subscription, notification: Notification): void {
    this.#send(notification.textFor(id, dialect, this.#spec), notification, dialect);
  }
}
