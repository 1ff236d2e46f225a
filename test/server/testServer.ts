import { Hub } from '../../src/sandbox/hub.ts';
import type { Log } from '../../src/server/log/log.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/server.ts';
import { testNode } from '../support/testNode.ts';

/** A server in this process, with small limits and one allowed foreign origin. Its hub, which has a new node unless one is given, ends with it. */
export async function testServer(log: Log, options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const hub = options.hub ?? new Hub(await testNode());
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    timeoutSeconds: 5,
    bodyLimitBytes: 10_000,
    access: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: ['https://app.example'] },
    log,
    ...options,
    hub,
  });
  return {
    ...server,
    async close(graceMilliseconds) {
      await server.close(graceMilliseconds);
      hub.end();
      hub.node.close();
    },
  };
}
