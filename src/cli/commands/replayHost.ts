import { resolve } from 'node:path';
import { ArtifactStore } from '../../classes/artifactStore.ts';
import { ClassLibrary } from '../../classes/classLibrary.ts';
import { formatFelt } from '../../felt/felt.ts';
import { originConnector } from '../../fork/originConnector.ts';
import { writeJson } from '../../json/writeJson.ts';
import { builtinClassTexts } from '../../libraryNode/builtinTexts.ts';
import { artifactFolders } from '../../platform/artifactFolders.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { type Words, writeWords } from '../../protocol/message.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import type { ReplayHost } from '../../rpc/replay/replay.ts';
import { WhatIfError } from '../../rpc/replay/whatIf.ts';
import { RpcError } from '../../rpc/rpcError.ts';
import { SierraError } from '../../sierra/sierraError.ts';
import { commandHints } from '../options/hints.ts';
import { UsageError } from '../options/usageError.ts';
import { forkCache } from '../start/forkCache.ts';
import { recordFiles } from '../start/recordFiles.ts';
import { StartError } from '../start/startError.ts';
import { tellIfSlow } from '../start/tellIfSlow.ts';
import { askNode, NodeAnswerError } from './askNode.ts';
import type { NodeAddress } from './nodeAddress.ts';
import type { CommandArguments } from './readArguments.ts';
import type { ReadWhatIf } from './whatIfArguments.ts';

/** What replays use on this machine: the node, the disk cache, and the build output of the working folder. */
export async function replayHost(
  { own, node }: Pick<CommandArguments, 'own' | 'node'>,
  { swaps }: Pick<ReadWhatIf, 'swaps'> = { swaps: [] },
): Promise<ReplayHost> {
  const url = (own['fork-network'] as string | undefined) ?? (await reachable(await node())).url;
  const library = new ClassLibrary();
  const log = (level: 'info' | 'warn', text: Words) => {
    if (level === 'warn') process.stderr.write(`${writeWords(text, commandHints)}\n`);
  };
  const files = forkCache(own['fork-cache'] as string | undefined, (text) => log('warn', text));
  const standIn = recordFiles();
  // The newest block is only asked where the transaction is, so nothing is kept of it.
  const [newest, before] = [undefined, files].map((cache) =>
    originConnector({ cache, log, standIn })(library, NEWEST_PROTOCOL),
  );
  const artifacts = new ArtifactStore(artifactFolders(undefined, process.cwd()));
  // The package of a class file that was swapped in has its names and sources.
  for (const { path } of swaps) artifacts.add(resolve(path));
  return {
    url,
    connect: (target) => (target.blockNumber === undefined ? newest! : before!)(target),
    library,
    texts: builtinClassTexts,
    artifacts,
  };
}

/** Makes sure that a node answers, so that the error is the same for all commands if none does. */
export async function reachable(node: NodeAddress): Promise<NodeAddress> {
  await askNode(node, 'starknet_specVersion', []).catch((error: unknown) => {
    if (!(error instanceof NodeAnswerError)) throw error;
  });
  return node;
}

/** Runs a replay, and says how far it is if it takes long. */
export async function runReplay<T>(host: ReplayHost, run: (host: ReplayHost) => Promise<T>): Promise<T> {
  let progress = 'asking for it';
  const report = (text: string) => void (progress = text);
  const writeLine = (line: string) => void process.stderr.write(`${line}\n`);
  return namingErrors(() =>
    tellIfSlow(
      writeLine,
      `Replaying from ${host.url}`,
      () => run({ ...host, report }),
      () => progress,
    ),
  );
}

/** Errors that the user can do something about become one line. */
export async function namingErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WhatIfError) throw new UsageError(`--set ${error.message}`);
    if (error instanceof ChainError) throw new StartError(writeWords(error.words, commandHints));
    if (error instanceof RpcError || error instanceof SierraError) throw new StartError(error.message);
    throw error;
  }
}

/** JSON with felts as hexadecimal texts and names in the style of JSON-RPC. */
export const writeReplayJson = (value: unknown): string => `${writeJson(wire(value) as never)}\n`;

function wire(value: unknown): unknown {
  if (typeof value === 'bigint') return formatFelt(value as never);
  if (Array.isArray(value)) return value.map(wire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), wire(member)]),
  );
}
