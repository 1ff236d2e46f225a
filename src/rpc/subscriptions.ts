import { writeJson } from '../json/writeJson.ts';
import { type Dialect, writeMethodName } from '../protocol/dialect.ts';
import { failed } from '../protocol/errors.ts';
import { limits } from '../protocol/limits.ts';
import type { Notice } from './notice.ts';

/** What a subscription is told: the notification's name without prefix, and its result. */
export interface Notification {
  readonly method: string;
  readonly result: unknown;
}

/** Chooses what one subscription is told of; undefined for what it did not ask for. */
export type Selector = (notice: Notice) => Notification | undefined;

interface Subscription {
  readonly id: string;
  readonly dialect: Dialect;
  readonly select: Selector;
  /** What waits for the confirmation, which comes first; undefined once it is sent. */
  held: Iterable<Notification>[] | undefined;
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #byId = new Map<string, Subscription>();
  readonly #unconfirmed: Subscription[] = [];
  readonly #send: (text: string) => void;
  readonly #newId: () => string;

  constructor(send: (text: string) => void, newId: () => string) {
    this.#send = send;
    this.#newId = newId;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Adds a subscription that is told of `past` once it is confirmed, then of what follows; its id. */
  add(dialect: Dialect, select: Selector, past: Iterable<Notification> = []): string {
    if (this.#byId.size >= limits.subscriptions)
      throw failed(
        `This connection has ${limits.subscriptions} subscriptions, the most it can have. Unsubscribe or open another one.`,
      );
    const subscription = { id: this.#newId(), dialect, select, held: [past] };
    this.#byId.set(subscription.id, subscription);
    this.#unconfirmed.push(subscription);
    return subscription.id;
  }

  /** Removes a subscription; false when this connection has none of that id. */
  remove(id: string): boolean {
    return this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
  }

  /**
   * What to call once the answers so far have been sent: it sends what waited for them. Undefined when nothing was
   * subscribed to since the last time.
   */
  takeUnconfirmed(): (() => void) | undefined {
    if (this.#unconfirmed.length === 0) return undefined;
    const unconfirmed = this.#unconfirmed.splice(0);
    return () => {
      for (const subscription of unconfirmed) this.#confirm(subscription);
    };
  }

  #confirm(subscription: Subscription): void {
    const held = subscription.held ?? [];
    subscription.held = undefined;
    for (const notifications of held)
      for (const notification of notifications) {
        // It may have been ended since, by its client or with the chain.
        if (!this.#byId.has(subscription.id)) return;
        this.#notify(subscription, notification);
      }
  }

  /** Tells every subscription what it asked to know. */
  deliver(notice: Notice): void {
    for (const subscription of this.#byId.values()) {
      const notification = subscription.select(notice);
      if (!notification) continue;
      if (subscription.held) subscription.held.push([notification]);
      else this.#notify(subscription, notification);
    }
  }

  #notify({ id, dialect }: Subscription, { method, result }: Notification): void {
    this.#send(
      writeJson({
        jsonrpc: '2.0',
        method: writeMethodName(method, dialect),
        params: { subscription_id: id, result },
      }),
    );
  }
}
