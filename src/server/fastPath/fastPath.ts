// The HTTP fast path. Most clients send one form of request all the time: POST / or /rpc with a content length, on a keep-alive
// connection. Reading and answering it here takes half the time that node:http needs.
//
// The seam: server.ts gives every new connection to `FastPath.take`. FastConnection reads it, fastRequest.ts recognises the usual head,
// and fastAnswer.ts writes answers byte for byte as node:http would.
//
// The rule: with the first bytes that are anything else (another method, path or header, chunked bodies, pipelining, upgrades,
// requests to be refused), the connection goes to node:http for good, as if node:http had accepted it. Nothing is guessed here. Tests
// and a fuzzer send the same bytes to both and compare the answers (test/server/fastPath.test.ts, fuzz/http.ts). The log shows at debug level which path served a
// connection and why it was handed over (../reportPath.ts). `fastPath: false` of the server switches the fast path off.
import type { Socket } from 'node:net';
import { limits } from '../../protocol/limits.ts';
import type { HttpServerOptions } from '../httpServer.ts';
import type { ReportPath } from '../reportPath.ts';
import { Timeouts } from '../timeouts.ts';
import { keepAliveEnd } from './fastAnswer.ts';
import { FastConnection } from './fastConnection.ts';
import type { TimedConnection } from './fastContext.ts';

/** A keep-alive connection stays open a little longer than announced, so that no request meets a closed one. node:http does the same. */
const KEEP_ALIVE_GRACE = 1000;

/** The connections that have sent only usual requests so far. */
export class FastPath {
  readonly #context;

  constructor(options: HttpServerOptions, reportPath: ReportPath, handOver: (socket: Socket) => void) {
    const { headersMilliseconds, keepAliveMilliseconds } = options;
    this.#context = {
      ...options,
      keepAliveEnd: keepAliveEnd(Math.floor(keepAliveMilliseconds / 1000)),
      silent: new Timeouts<TimedConnection>(headersMilliseconds, (connection) => connection.refuse()),
      idle: new Timeouts<TimedConnection>(keepAliveMilliseconds + KEEP_ALIVE_GRACE, (connection) =>
        connection.destroy(),
      ),
      ending: new Timeouts<TimedConnection>(headersMilliseconds, (connection) => connection.destroy()),
      receiving: new Timeouts<TimedConnection>(limits.bodyWindowSeconds * 1000, (connection) => connection.checkRate()),
      reportPath,
      handOver,
    };
  }

  take(socket: Socket): void {
    new FastConnection(socket, this.#context);
  }

  /** Closes the connection that has been idle for the longest time, if there is one. */
  closeLongestIdle(): boolean {
    for (const connection of this.#context.idle.items()) {
      // It closes a little later. The next call must not choose it again.
      this.#context.idle.delete(connection);
      connection.destroy();
      return true;
    }
    return false;
  }
}
