import type { BoxEntry } from '../../rpc/boxes.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Timeouts } from '../timeouts.ts';

/** A running request in a box, or a socket that is open to it. */
export interface BoxClient {
  /** Called when the box ends: stops the work and closes the connection. */
  cut(): void;
}

/** The first part of the path of every box. */
export const BOX_PREFIX = '/box/';

/** A chain of its own beside the main one, and the clients that use it. */
export class Box implements BoxEntry {
  readonly id: string;
  readonly hub: Hub;
  readonly #clients = new Set<BoxClient>();
  readonly #idle: Timeouts<Box>;
  #lastUse = performance.now();
  #isEnded = false;

  /** `idle` ends the box when its timeout has passed; it runs while the box has no clients. */
  constructor(id: string, hub: Hub, idle: Timeouts<Box>) {
    this.id = id;
    this.hub = hub;
    this.#idle = idle;
    idle.add(this);
  }

  get path(): string {
    return BOX_PREFIX + this.id;
  }

  get node(): Hub['node'] {
    return this.hub.node;
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  get idleSeconds(): number {
    return this.#clients.size > 0 ? 0 : Math.floor((performance.now() - this.#lastUse) / 1000);
  }

  enter(client: BoxClient): void {
    if (this.#clients.size === 0) this.#idle.delete(this);
    this.#clients.add(client);
  }

  leave(client: BoxClient): void {
    if (this.#clients.delete(client) && this.#clients.size === 0) this.#rest();
  }

  /** Notes a request that is answered at once. */
  touch(): void {
    if (this.#clients.size > 0) return;
    this.#idle.delete(this);
    this.#rest();
  }

  /** Refuses calls from now on, and cuts the clients a turn later: a client that dropped its own box gets the answer first. */
  end(): void {
    this.#isEnded = true;
    this.#idle.delete(this);
    this.hub.dispatcher.refuseCalls('The box was dropped.');
    setImmediate(() => {
      for (const client of this.#clients) client.cut();
      this.hub.end();
      this.hub.node.close();
    });
  }

  #rest(): void {
    this.#lastUse = performance.now();
    if (!this.#isEnded) this.#idle.add(this);
  }
}
