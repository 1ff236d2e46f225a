import { defaultConfig, type NodeConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { commandHints } from '../../src/cli/options/hints.ts';
import { defaultServerConfig, type ServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub, type HubOptions } from '../../src/sandbox/hub.ts';
import { BoxRegistry } from '../../src/server/boxes/boxRegistry.ts';
import { Log } from '../../src/server/log/log.ts';
import { startServer } from '../../src/server/server.ts';
import { rpc } from '../support/server.ts';

export interface BoxServerOptions {
  readonly config?: Partial<NodeConfig>;
  readonly server?: Partial<ServerConfig>;
  readonly most?: number;
  readonly idleSeconds?: number;
  readonly fastPath?: boolean;
  readonly paymaster?: HubOptions['paymaster'];
}

/** A box as createBox answers it. */
export interface CreatedBox {
  readonly box_id: string;
  readonly path: string;
}

/** A server in this process that can hold boxes, with a real chain and its log. */
export async function boxServer({
  config = {},
  server: given = {},
  most = 4,
  idleSeconds = 60,
  fastPath = true,
  paymaster,
}: BoxServerOptions = {}) {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, ...config });
  const lines: string[] = [];
  const log = new Log({
    format: 'text',
    level: 'info',
    bodies: { request: false, response: false },
    output: (text) => lines.push(text) > 0,
  });
  const server = { ...defaultServerConfig, ...given };
  const subscriptionTotals = { count: 0, filterValues: 0 };
  const shared = { server, subscriptionTotals, hints: commandHints, paymaster };
  const boxes = new BoxRegistry({ most, idleSeconds, log, hub: shared });
  const hub = new Hub(node, { ...shared, boxes });
  const running = await startServer({
    hub,
    boxes,
    host: '127.0.0.1',
    port: 0,
    timeoutSeconds: 20,
    bodyLimitBytes: 2 ** 20,
    access: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
    log,
    fastPath,
  });
  const url = `http://127.0.0.1:${running.port}`;
  return {
    url,
    port: running.port,
    boxes,
    subscriptionTotals,
    /** What was logged. */
    logged: () => {
      log.flush();
      return lines.join('');
    },
    /** A request to the main chain, or to the chain at a path. */
    call: <T = unknown>(method: string, params?: unknown, path = '/') => rpc<T>(url + path, method, params),
    create: (params?: unknown, path = '/') => rpc<CreatedBox>(url + path, 'devnet_createBox', params),
    async close() {
      await running.close();
      boxes.end();
      hub.end();
      node.close();
    },
  };
}
