import type { Socket } from 'node:net';
import type { Hub } from '../../sandbox/hub.ts';
import type { AccessPolicy } from '../access.ts';
import type { BoxRegistry } from '../boxes/boxRegistry.ts';
import type { Log } from '../log/log.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import type { PendingRequest } from '../pendingRequest.ts';
import type { ReportPath } from '../reportPath.ts';
import type { Timeouts } from '../timeouts.ts';

/** What timeouts do with a connection. */
export interface TimedConnection {
  /** Closes the connection because no complete request came. */
  refuse(): void;
  destroy(): void;
  /** Closes the connection if the body arrives too slowly. */
  checkRate(): void;
}

/** What all connections on the fast path share. */
export interface FastContext {
  readonly hub: Hub;
  readonly boxes?: BoxRegistry | undefined;
  readonly log: Log;
  readonly access: AccessPolicy;
  readonly bodyLimitBytes: number;
  readonly memory: MemoryBudget;
  /** Connections that are receiving a body, which must not come too slowly. */
  readonly receiving: Timeouts<TimedConnection>;
  /** The last header lines of each answer. */
  readonly keepAliveEnd: string;
  /** Requests that wait for their answers. */
  readonly pending: Timeouts<PendingRequest>;
  /** New connections that have sent nothing yet. */
  readonly silent: Timeouts<TimedConnection>;
  /** Keep-alive connections between two requests. */
  readonly idle: Timeouts<TimedConnection>;
  /** Connections that will be closed when the client has read the last answer. */
  readonly ending: Timeouts<TimedConnection>;
  /** Told which path serves a connection. */
  readonly reportPath: ReportPath;
  /** Hands a connection to node:http. */
  readonly handOver: (socket: Socket) => void;
}
