import { Hub } from '../../src/sandbox/hub.ts';
import type { Log } from '../../src/server/log/log.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/server.ts';
import { FakeNode } from '../support/fakeNode.ts';

/** A server with a fake node, small limits and one allowed foreign origin. */
export function fakeServer(
  log: Log,
  options: Partial<ServerOptions> = {},
  node = new FakeNode(),
): Promise<RunningServer> {
  return startServer({
    hub: new Hub(node),
    host: '127.0.0.1',
    port: 0,
    timeoutSeconds: 5,
    bodyLimitBytes: 10_000,
    access: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: ['https://app.example'] },
    log,
    ...options,
  });
}
