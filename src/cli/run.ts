// Starts the node and its servers, and stops them when asked to.
import { createNode } from '../chain/createNode.ts';
import { nodeFiles } from '../node/files.ts';
import { Hub } from '../sandbox/hub.ts';
import { Log, readLogVariable } from '../server/log.ts';
import { logCall } from '../server/logCall.ts';
import { startServer } from '../server/server.ts';
import { bannerText } from './banner.ts';
import { configure, ioReason } from './configure.ts';
import type { Options } from './options.ts';
import { StartError } from './startError.ts';

const LISTENS_WIDE = /^(?!127\.)/;

/** Runs until SIGINT or SIGTERM. */
export async function run(options: Options): Promise<void> {
  const config = configure(options);
  const settings = readLogVariable(process.env['RUST_LOG']);
  const log = new Log({
    ...settings,
    level: options.quiet ? 'error' : settings.level,
    format: options.log!,
    output: (text) => process.stdout.write(text),
  });
  const node = await createNode(config);
  const hub = new Hub(node, {
    files: nodeFiles({ dumpPath: options['dump-path'], dumpDir: options['dump-dir'] }),
    report: (report) => logCall(log, report),
    surprise: (error, method) =>
      log.write(
        'error',
        'rpc',
        `${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
  });
  const { host, port } = config.server;
  const server = await startServer({
    hub,
    host,
    port,
    timeoutSeconds: config.server.timeoutSeconds,
    bodyLimitBytes: config.server.requestBodySizeLimit,
    access: {
      boundHost: host,
      allowedHosts: options['allow-host'] ?? [],
      allowedOrigins: options['allow-origin'] ?? [],
    },
    log,
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${ioReason(error)}: ${host}:${port}. Choose another --port, or 0 for a free one.`);
  });

  if (!options.quiet) process.stdout.write(bannerText(node));
  if (LISTENS_WIDE.test(host))
    log.write('warn', 'starbox', `Listening at ${host}: other machines can use and change this sandbox.`);
  log.write('info', 'starbox', `Starknet Devnet listening on ${host}:${server.port}`);
  log.flush();

  let stopping = false;
  const stop = async () => {
    // A second signal means it: no more waiting.
    if (stopping) process.exit(1);
    stopping = true;
    await server.close();
    hub.end();
    node.close();
    log.flush();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
