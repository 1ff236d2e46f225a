import type { ListeningSandbox, ListenOptions } from '../library/platform.ts';
import { limits } from '../protocol/limits.ts';
import { defaultServerConfig } from '../rpc/serverConfig.ts';
import type { Hub } from '../sandbox/hub.ts';
import { Log } from '../server/log/log.ts';
import { Page } from '../server/page.ts';
import { startServer } from '../server/server.ts';

/** Serves a sandbox of this process over HTTP and WebSocket, with the server's own access rules and limits. */
export async function listen(
  hub: Hub,
  { port = 0, host = defaultServerConfig.host, allowOrigins = [], allowHosts = [], ui = false }: ListenOptions,
): Promise<ListeningSandbox> {
  const page = ui ? Page.ofPackage() : undefined;
  if (ui && !page)
    throw new Error(
      'The explorer page is not built. Run `npm run build` in the folder of the package, or leave out `ui`.',
    );
  const log = new Log({
    level: 'error',
    format: 'text',
    bodies: { request: false, response: false },
    output: (text) => process.stderr.write(text),
  });
  const server = await startServer({
    hub,
    host,
    port,
    timeoutSeconds: defaultServerConfig.timeoutSeconds,
    bodyLimitBytes: limits.bodyBytes,
    access: { boundHost: host, allowedHosts: allowHosts, allowedOrigins: allowOrigins },
    log,
    page,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} of ${host} is in use. Choose another one, or leave out \`port\` to get a free one.`, {
      cause: error,
    });
  });
  const authority = `${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  return {
    url: `http://${authority}`,
    webSocketUrl: `ws://${authority}/ws`,
    port: server.port,
    pageUrl: page && `http://${authority}/ui/`,
    close: () => server.close(),
  };
}
