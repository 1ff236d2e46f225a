import { defaultConfig, type NodeConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import { toHex } from '../../src/library/values.ts';
import { defaultServerConfig, type ServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { Log } from '../../src/server/log/log.ts';
import { startServer } from '../../src/server/server.ts';
import type { Chain } from '../support/fork/wallet.ts';
import { rpc } from '../support/server.ts';

const silent = () =>
  new Log({
    format: 'text',
    level: 'off',
    bodies: { request: false, response: false },
    output: () => true,
  });

/** A chain that is served over HTTP on a local port, and can become a fork of others. */
export async function servedChain(
  config: Partial<NodeConfig> = {},
  server: Partial<ServerConfig> = {},
): Promise<Chain & { readonly url: string; close(): Promise<void> }> {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, ...config }, originConnector({}));
  const hub = new Hub(node, { server: { ...defaultServerConfig, ...server } });
  const listener = await startServer({
    hub,
    host: '127.0.0.1',
    port: 0,
    timeoutSeconds: 20,
    bodyLimitBytes: 2 ** 22,
    access: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
    log: silent(),
  });
  const url = `http://127.0.0.1:${listener.port}`;
  return {
    url,
    accounts: node.accounts.map((account) => ({
      address: toHex(account.address),
      publicKey: toHex(account.publicKey),
      privateKey: toHex(account.privateKey),
      initialBalance: account.initialBalance,
    })),
    request: ((method: string, params?: unknown) => rpc(url, method, params)) as Chain['request'],
    async close() {
      await listener.close();
      hub.end();
      node.close();
    },
  };
}
