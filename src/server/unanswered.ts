import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The requests of each connection whose answers are not sent yet. A client may send several at once (pipelining). */
export class Unanswered {
  readonly #responses = new WeakMap<Duplex, Set<ServerResponse>>();
  readonly #ending = new WeakSet<Duplex>();

  add(response: ServerResponse): void {
    const { socket } = response.req;
    let open = this.#responses.get(socket);
    if (!open) this.#responses.set(socket, (open = new Set()));
    open.add(response);
    response.once('close', () => open.delete(response));
  }

  /** Calls `then` when every request that has arrived whole on this connection is answered; at once if there is none. Only the first call counts. */
  afterAnswers(socket: Duplex, then: () => void): void {
    // Every chunk after broken bytes is another error.
    if (this.#ending.has(socket)) return;
    this.#ending.add(socket);
    const whole = [...(this.#responses.get(socket) ?? [])].filter(({ req }) => req.complete);
    let left = whole.length;
    if (left === 0) then();
    for (const response of whole) response.once('close', () => --left === 0 && then());
  }
}
