import type { WebSocket } from 'ws';

/** Sends a ping to every open WebSocket at an interval. One that has not answered by the next time is silent. */
export class Pings {
  readonly #sockets: ReadonlySet<WebSocket>;
  readonly #onSilent: (socket: WebSocket) => void;
  readonly #unanswered = new WeakSet<WebSocket>();
  readonly #timer: NodeJS.Timeout;

  constructor(sockets: ReadonlySet<WebSocket>, milliseconds: number, onSilent: (socket: WebSocket) => void) {
    this.#sockets = sockets;
    this.#onSilent = onSilent;
    // After a pause of the process, answers that have arrived meanwhile are read before sockets are judged.
    this.#timer = setInterval(() => setImmediate(() => this.#round()), milliseconds).unref();
  }

  /** Notes the answers of a new socket. */
  follow(socket: WebSocket): void {
    socket.on('pong', () => this.#unanswered.delete(socket));
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #round(): void {
    for (const socket of this.#sockets) {
      if (socket.readyState !== socket.OPEN) continue;
      // We do not read from a client whose requests wait, so neither do we read its answer.
      if (socket.isPaused) this.#unanswered.delete(socket);
      else if (this.#unanswered.has(socket)) this.#onSilent(socket);
      else {
        this.#unanswered.add(socket);
        socket.ping();
      }
    }
  }
}
