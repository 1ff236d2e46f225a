// The hub of the main chain and the boxes beside it.

import { Gateway } from '../../gateway/gateway.ts';
import type { LoadEvm } from '../../l1evm/loadEvm.ts';
import { builtinClassTexts } from '../../libraryNode/builtinTexts.ts';
import type { Options } from '../../options/options.ts';
import { DiskAllowance } from '../../platform/diskAllowance.ts';
import { nodeFiles } from '../../platform/files.ts';
import { kindOfFile } from '../../rpc/journal/ownFile.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import { Hub } from '../../sandbox/hub.ts';
import { BoxRegistry } from '../../server/boxes/boxRegistry.ts';
import type { Log } from '../../server/log/log.ts';
import { observeCalls } from '../../server/observeCalls.ts';
import { loadTools } from '../../tools/loadTools.ts';
import { commandHints, hintsAt } from '../options/hints.ts';
import { logLag } from '../save/logLag.ts';
import { warmUpWithFirstCall } from '../warmUp/warmUp.ts';
import type { OpenedNode } from './openNode.ts';
import type { Start } from './readStart.ts';

/** Loaded if it is asked for. */
const loadEvm: LoadEvm = async () => (await import('../../libraryNode/loadEvm.ts')).loadEvm();

export type Hubs = ReturnType<typeof openHubs>;

/** Makes the hub of the main chain and the registry of boxes. They share the limits on files and on subscriptions. */
export function openHubs(
  { node, metrics, print, hasher }: OpenedNode,
  server: ServerConfig,
  options: Options,
  log: Log,
  { faults, paymaster }: Pick<Start, 'faults' | 'paymaster'>,
) {
  let webSocketUrl: string | undefined;
  const fileOptions = {
    dumpPath: server.dumpPath,
    dumpDir: options['dump-dir'],
    statePath: server.statePath,
    maxBytes: options['request-body-size-limit']!,
    kindOfFile,
    allowance: new DiskAllowance(),
  };
  const files = nodeFiles(fileOptions);
  const observers = observeCalls(log, metrics);
  const subscriptionTotals = { count: 0, filterValues: 0 };
  const gateway = gatewayOf(server, log);
  const boxes = new BoxRegistry({
    most: options['max-boxes']!,
    idleSeconds: options['box-timeout']!,
    log,
    print,
    hub: {
      ...observers,
      tools: loadTools,
      loadEvm,
      server: serverOfBoxes(server),
      gateway,
      files: nodeFiles({ ...fileOptions, writesReserved: false }),
      subscriptionTotals,
      // Each box counts for itself.
      faults,
      paymaster,
    },
    hintsOf: (id) =>
      hintsAt(() => webSocketUrl?.replace(/\/ws$/, `/box/${id}/ws`), {
        ...commandHints,
        stateTarget: 'give a path',
      }),
  });
  const warmUp = warmUpWithFirstCall(options['warm-up'] === 'on', builtinClassTexts, hasher);
  const hub = new Hub(node, {
    ...observers,
    tools: loadTools,
    loadEvm,
    server,
    gateway,
    hints: hintsAt(() => webSocketUrl),
    files,
    boxes,
    subscriptionTotals,
    faults,
    paymaster,
    tellLag: logLag(log, server.dumpPath),
    report: (report) => {
      warmUp.called();
      observers.report(report);
    },
  });
  return {
    hub,
    boxes,
    files,
    warmUp,
    /** How many rules disturb clients of the chain and of its boxes. */
    faultRules: () =>
      [hub, ...boxes.list().map((box) => box.hub)].reduce(
        (sum, { dispatcher }) => sum + (dispatcher.faults.plan?.rules.length ?? 0),
        0,
      ),
    /** Lets messages name the address of the WebSocket, which is known once the server listens. */
    listensAt: (url: string) => {
      webSocketUrl = url;
    },
  };
}

/** The gateway of the main chain and of all boxes, which together warn once of each kind. */
const gatewayOf = ({ gatewayRules: mode }: ServerConfig, log: Log): Gateway | undefined =>
  mode === 'off'
    ? undefined
    : new Gateway(mode, (rule, text) =>
        log.write(
          'warn',
          'gateway',
          `${text} Said once for this kind (${rule}): --gateway-rules refuse makes it an error, --gateway-rules off says nothing.`,
        ),
      );

/** How boxes are served: like the main chain, but without its files. A dump is written when a request names a file. */
const serverOfBoxes = (server: ServerConfig): ServerConfig => ({
  ...server,
  dumpOn: server.dumpOn && 'request',
  dumpPath: undefined,
  statePath: undefined,
});
