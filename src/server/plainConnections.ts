import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Deadlines } from './deadlines.ts';
import type { HttpOptions } from './http.ts';
import { keepAliveEnd } from './plainAnswer.ts';
import { PlainConnection } from './plainConnection.ts';

export interface PlainOptions extends HttpOptions {
  /** How long a new connection may stay silent. */
  readonly silentMilliseconds: number;
  /** How long a connection is kept between two requests, as its answers say. */
  readonly keepAliveMilliseconds: number;
}

/** A connection is kept somewhat longer than was said, so that no request meets its end. node:http does the same. */
const KEEP_ALIVE_GRACE = 1000;

/**
 * Looks at each connection of a server before node:http does. Gives what closes those that are not node:http's by then;
 * undefined where the platform's server is built otherwise and goes on alone.
 */
export function readPlain(server: Server, options: PlainOptions): (() => void) | undefined {
  const [take, ...others] = server.listeners('connection');
  if (!take || others.length > 0) return undefined;
  const { keepAliveMilliseconds } = options;
  const open = new Set<PlainConnection>();
  const context = {
    ...options,
    keepAliveEnd: keepAliveEnd(Math.floor(keepAliveMilliseconds / 1000)),
    silent: new Deadlines<PlainConnection>(options.silentMilliseconds, (connection) => connection.refuse()),
    idle: new Deadlines<PlainConnection>(keepAliveMilliseconds + KEEP_ALIVE_GRACE, (connection) =>
      connection.destroy(),
    ),
    handOver: (socket: Socket) => take.call(server, socket),
    onLeave: (connection: PlainConnection) => open.delete(connection),
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => open.add(new PlainConnection(socket, context)));
  return () => {
    for (const connection of open) connection.destroy();
  };
}
