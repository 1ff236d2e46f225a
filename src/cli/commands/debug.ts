import { ioReason } from '../../platform/ioReason.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { COMMON_OPTIONS, readArguments } from './readArguments.ts';
import { ORIGIN_OPTIONS, replayHost, runReplay } from './replayHost.ts';
import { transactionHash } from './transactionHash.ts';
import { readWhatIf, WHAT_IF_OPTIONS } from './whatIfArguments.ts';

const HELP = `Step through a transaction in an editor, forward and back (Debug Adapter Protocol)

Usage: starbox debug [OPTIONS] HASH

  HASH  the hash of the transaction

Options:
      --port <PORT>
          The port to wait on for the editor; 0 takes a free one [default: 0]
      --stdio
          Speak over standard input and output instead
      --fork-network <URL>
          The node that has the transaction [default: the node of --url]
      --swap <ADDRESS=FILE>
          What if the contract ran the class of this file? Can be repeated
      --set <ADDRESS.KEY=VALUE>
          What if a storage cell had this value? Can be repeated
      --as <ADDRESS>
          What if this account had sent it? Its signature is not checked, and it pays no fee
      --fork-cache <DIR|off>
          The folder for what is read from the node, as for the server
${COMMON_OPTIONS}
The transaction is executed again here, on the state before it. Start it in the folder of your Scarb.toml, so that its build output is found.

Examples:
  starbox debug 0x2a91…
  starbox debug 0x2a91… --fork-network https://your.node/rpc/v0_10 --stdio
`;

/** `starbox debug HASH`. */
export async function debugCommand(args: readonly string[]): Promise<number> {
  const read = readArguments(args, {
    port: { type: 'string' },
    stdio: { type: 'boolean' },
    ...ORIGIN_OPTIONS,
    ...WHAT_IF_OPTIONS,
  });
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const hash = await transactionHash('debug', read.words);
  const port = portOf(read.own['port']);
  const { debugTransaction } = await import('../../rpc/replay/replay.ts');
  const whatIf = readWhatIf(read.own);
  const debug = await runReplay(replayHost(read), (host) => debugTransaction(host, hash, whatIf));
  const { servePort, serveStreams } = await import('../debugAdapter/serve.ts');
  if (read.own['stdio'] === true) await serveStreams(debug, process.stdin, process.stdout);
  else
    await servePort(debug, port, (at) =>
      // The Cairo extension of VS Code waits for this line.
      process.stdout.write(`${groupedDigits(debug.moments)} steps are ready\nDEBUGGER PORT: ${at}\n`),
    ).catch((error: unknown) => {
      throw new StartError(`Port ${port} cannot be used: ${ioReason(error)}`);
    });
  process.stdin.unref?.();
  return 0;
}

function portOf(given: unknown): number {
  if (given === undefined) return 0;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`'${String(given)}' is not a port: a number from 0 to 65535`);
  return port;
}
