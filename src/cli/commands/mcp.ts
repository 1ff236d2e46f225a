import { providePlatform } from '../../library/platform.ts';
import { Sandbox } from '../../library/sandbox.ts';
import { nodePlatform } from '../../libraryNode/nodePlatform.ts';
import { relayStdio } from '../../mcp/relayStdio.ts';
import { docsFolder } from '../options/docPages.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';

const HELP = `Let a coding agent test contracts, over the Model Context Protocol

Usage: starbox mcp [OPTIONS]

It speaks over standard input and output, so that a client starts it, in the folder of the project. The agent has a chain of its own and branches of
it; it reads class files of this folder, and reaches no other file and no network unless an option allows it. A server that was started with --mcp
serves the same at /mcp, over its own chain: --url lets a client that only speaks over standard input use it.

Options:
${optionsHelp('mcp')}
Examples:
  claude mcp add starbox -- npx starbox mcp
  starbox mcp --allow-write test/found
  starbox mcp --url http://127.0.0.1:5050      the chain of a node that runs with --mcp
`;

/** `starbox mcp`. */
export async function mcpCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('mcp', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  if (read.words.length > 0) throw new UsageError(`mcp takes no words; see 'starbox help mcp'`);
  const { own } = read;
  const forks = (own['allow-fork'] ?? []) as readonly string[];
  const wrong = forks.find((url) => !/^https?:\/\/./.test(url) || !URL.canParse(url));
  if (wrong !== undefined)
    throw new UsageError(
      `--allow-fork takes the URL of a node, such as https://your.node/rpc/v0_10; '${wrong}' is not that`,
    );
  const write = own['allow-write'] as string | undefined;
  if (write === '') throw new UsageError('--allow-write takes a folder');
  if (own['url'] !== undefined) {
    if (write !== undefined || forks.length > 0 || own['allow-build'])
      throw new UsageError('--url uses the node with its own permissions: leave out the other options');
    await relayStdio((await read.node()).url).catch((error: Error) => {
      throw new StartError(error.message);
    });
    return 0;
  }
  providePlatform(nodePlatform);
  const { serveStdio } = await import('../../mcp/serveStdio.ts');
  await serveStdio({
    docs: docsFolder(),
    permissions: { project: process.cwd(), write, forks, build: own['allow-build'] === true },
    create: (options) => Sandbox.create(options),
  });
  return 0;
}
