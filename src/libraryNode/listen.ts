import type { ListeningSandbox, ListenOptions } from '../library/platform.ts';
import { limits } from '../protocol/limits.ts';
import { defaultServerConfig } from '../rpc/serverConfig.ts';
import type { Hub } from '../sandbox/hub.ts';
import { Log } from '../server/log/log.ts';
import { Page } from '../server/page.ts';
import { startServer } from '../server/server.ts';
import type { WalletsOf } from '../server/walletRoutes.ts';

/** Serves a sandbox of this process over HTTP and WebSocket, with the server's own access rules and limits. */
export async function listen(
  hub: Hub,
  { port = 0, host = defaultServerConfig.host, allowOrigins = [], allowHosts = [], ui = false, wallet }: ListenOptions,
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
    wallets: wallet ? await servedWallets(hub, wallet) : undefined,
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
    walletUrl: wallet ? `http://${authority}/wallet.js` : undefined,
    pageUrl: page && `http://${authority}/ui/`,
    close: () => server.close(),
  };
}

/** The wallet that pages of the sandbox load: a new one, or one of the test. */
async function servedWallets(hub: Hub, wallet: true | object): Promise<WalletsOf> {
  // Loaded when it is first used: most servers have no wallet.
  const { NodeWallet, walletsOfHubs } = await import('../wallet/nodeWallet.ts');
  if (wallet === true) return walletsOfHubs('approve');
  const { TestWallet } = await import('../wallet/testWallet.ts');
  if (!(wallet instanceof TestWallet))
    throw new TypeError('wallet must be true, or what `wallet(box)` of starbox/wallet returned.');
  const { nodeOfHub } = await import('../wallet/walletNode.ts');
  const served = new NodeWallet(wallet, nodeOfHub(hub), undefined);
  return (asked) => (asked === hub ? served : undefined);
}
