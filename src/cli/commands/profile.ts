import { writeFile } from 'node:fs/promises';
import { ioReason } from '../../platform/ioReason.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { askNode } from './askNode.ts';
import { askProfile, namingProfile } from './askProfile.ts';
import { optionsHelp } from './commandOptions.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { readArguments } from './readArguments.ts';
import { transactionHashText } from './transactionHash.ts';

const HELP = `Show where the L2 gas of a transaction went: by Cairo function, line and libfunc

Usage: starbox profile [OPTIONS] [HASH]

  HASH  the hash of the transaction; all transactions of the chain if not given

Options:
${optionsHelp('profile')}
Examples:
  starbox profile 0x2a91…
  starbox profile 0x2a91… -o flame.html
  starbox profile 0x2a91… -o tx.trace.json && cairo-profiler build-profile tx.trace.json
  starbox profile -o suite.pb && go tool pprof -http=: suite.pb
`;

/** The form of a file by its ending. */
const FORMS = { '.html': 'html', '.json': 'speedscope', '.pb': 'pprof' } as const;

/** `starbox profile [HASH]`. */
export async function profileCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('profile', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const hash = read.words.length > 0 ? transactionHashText('profile', read.words) : undefined;
  const output = read.own['output'] as string | undefined;
  if (output?.endsWith('.trace.json')) return writeTrace(await read.node(), hash, output);
  const ending = output?.slice(output.lastIndexOf('.')) ?? '';
  const form = output === undefined ? 'text' : FORMS[ending as keyof typeof FORMS];
  if (form === undefined) throw new UsageError(`${output} must end with ${Object.keys(FORMS).join(', ')}`);
  const answer = await askProfile(await read.node(), {
    ...(hash !== undefined && { transaction_hash: hash }),
    format: form,
  });
  if (output === undefined) process.stdout.write(read.json ? `${JSON.stringify(answer, null, 2)}\n` : answer.content);
  else {
    const content = form === 'pprof' ? Buffer.from(answer.content, 'base64') : answer.content;
    await written(output, content);
    process.stdout.write(`${groupedDigits(answer.l2_gas)} L2 gas are in ${output}\n`);
  }
  return 0;
}

/** Writes the trace for cairo-profiler and cairo-coverage. */
async function writeTrace(node: NodeAddress, hash: string | undefined, output: string): Promise<number> {
  if (hash === undefined) throw new UsageError('a trace is of one transaction: give its hash');
  const { content } = await namingProfile(node, hash, () =>
    askNode<{ readonly content: string }>(node, 'devnet_traceForCairoTools', { transaction_hash: hash }),
  );
  await written(output, content);
  process.stdout.write(
    content.includes('"source_sierra_path"')
      ? `The trace is in ${output}. It needs the class files where they are now.\n`
      : `The trace is in ${output}. It has calls without steps, because the node knows no build output of their classes (--artifacts).\n`,
  );
  return 0;
}

const written = (output: string, content: string | Uint8Array): Promise<void> =>
  writeFile(output, content).catch((error: unknown) => {
    throw new StartError(`${output} cannot be written: ${ioReason(error)}`);
  });
