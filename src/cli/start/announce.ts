// What the program prints and sends once it listens.
import type { Node } from '../../chain/node.ts';
import type { Options } from '../../options/options.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { portRefusal } from '../../protocol/refusedPorts.ts';
import type { Log } from '../../server/log/log.ts';
import type { StandardOutput } from '../end/standardOutput.ts';
import { bannerFields, bannerText } from './banner.ts';
import { isCalledDevnet } from './programName.ts';
import type { Servers } from './servers.ts';

const NOT_LOOPBACK = /^(?!127\.)/;

/** Prints the accounts, logs the addresses of the servers, and sends the port to the program that waits for it. */
export async function announce(
  node: Node,
  { host, port, url, webSocketUrl, metricsUrl }: Servers,
  options: Options,
  log: Log,
  output: StandardOutput,
  asDevnet = isCalledDevnet(),
): Promise<void> {
  const fields = { host, port, url, websocket_url: webSocketUrl };
  if (!options.quiet) {
    if (options.log === 'json') log.always('info', 'starbox', 'Starting', bannerFields(node));
    else output.write(`${bannerText(node, asDevnet)}HTTP: ${fields.url}\nWebSocket: ${fields.websocket_url}\n\n`);
  }
  if (options.config !== undefined)
    log.write('info', 'starbox', `Options are read from ${options.config}.`, { path: options.config });
  if (NOT_LOOPBACK.test(host))
    log.write('warn', 'starbox', `Listening at ${host}: other machines can use and change this sandbox.`);
  const refusal = portRefusal(port);
  if (refusal !== undefined)
    log.write(
      'warn',
      'starbox',
      `${refusal}, so no page and no JavaScript client can use this node. Start it with another --port, such as 5050.`,
    );
  // Scripts wait for the line of the program that they know.
  const listening = `${asDevnet ? 'Starknet Devnet' : 'Starbox'} listening on ${host}:${port}`;
  // Without this line nobody knows a port that the system chose.
  if (options.port === 0) log.always('info', 'starbox', listening, fields);
  else log.write('info', 'starbox', listening, fields);
  if (options.wallet !== undefined)
    log.write('info', 'starbox', `A wallet for tests is at ${fields.url}/wallet.js`, {
      wallet_url: `${fields.url}/wallet.js`,
    });
  if (options.ui || options.wallet === 'ask')
    log.write('info', 'starbox', `The explorer is at ${fields.url}/ui/`, { page_url: `${fields.url}/ui/` });
  if (options.mcp)
    log.write('info', 'starbox', `Coding agents can use ${fields.url}/mcp`, { mcp_url: `${fields.url}/mcp` });
  if (options['l1-url'] === 'evm')
    log.write('info', 'starbox', `L1 is at ${fields.url}/l1, with the chain id 31337`, { l1_url: `${fields.url}/l1` });
  if (options.paymaster !== undefined)
    log.write('info', 'starbox', `The paymaster is at ${fields.url}/paymaster`, {
      paymaster_url: `${fields.url}/paymaster`,
    });
  if (metricsUrl !== undefined) log.write('info', 'starbox::metrics', `Listening at ${metricsUrl}`);
  await sendPort(process.env['UNIX_SOCKET'], port, log);
}

/** Sends the port to a program that listens at a Unix socket: two bytes, the high one first. */
async function sendPort(path: string | undefined, port: number, log: Log): Promise<void> {
  if (path === undefined) return;
  const { connect } = await import('node:net');
  await new Promise<void>((resolve) => {
    const socket = connect(path, () => {
      socket.end(Buffer.from([port >> 8, port & 255]), () => {
        log.write('info', 'starbox', `Successfully wrote port to unix socket: ${path}`);
        resolve();
      });
    });
    socket.on('error', (error) => {
      log.write('info', 'starbox', `Couldn't connect to unix socket: ${path}, reason: ${ioReason(error)}`);
      resolve();
    });
  });
}
