import type { Socket } from 'node:net';
import { limits } from '../../protocol/limits.ts';
import { Deadlines } from '../deadlines.ts';
import type { HttpServerOptions } from '../httpServer.ts';
import { keepAliveEnd } from './plainAnswer.ts';
import { PlainConnection } from './plainConnection.ts';

/** A connection is kept somewhat longer than was said, so that no request meets its end. node:http does the same. */
const KEEP_ALIVE_GRACE = 1000;

/** The connections that have sent nothing but plain requests so far; with anything else they go to node:http. */
export class PlainConnections {
  readonly #context;

  constructor(options: HttpServerOptions, handOver: (socket: Socket) => void) {
    const { headersMilliseconds, keepAliveMilliseconds } = options;
    this.#context = {
      ...options,
      keepAliveEnd: keepAliveEnd(Math.floor(keepAliveMilliseconds / 1000)),
      silent: new Deadlines<PlainConnection>(headersMilliseconds, (connection) => connection.refuse()),
      idle: new Deadlines<PlainConnection>(keepAliveMilliseconds + KEEP_ALIVE_GRACE, (connection) =>
        connection.destroy(),
      ),
      ending: new Deadlines<PlainConnection>(headersMilliseconds, (connection) => connection.destroy()),
      receiving: new Deadlines<PlainConnection>(limits.bodyWindowMilliseconds, (connection) => connection.checkRate()),
      handOver,
    };
  }

  take(socket: Socket): void {
    new PlainConnection(socket, this.#context);
  }

  /** Closes the connection on which nothing was asked for the longest time, if there is one. */
  closeLongestIdle(): boolean {
    for (const connection of this.#context.idle.items()) {
      // Already no longer counted: the next one may be asked for before this one is closed.
      this.#context.idle.delete(connection);
      connection.destroy();
      return true;
    }
    return false;
  }
}
