import { createNode, type PlatformParts } from '../../chain/createNode.ts';
import type { Node } from '../../chain/node.ts';
import type { ForkingOptions } from '../../fork/connectOrigin.ts';
import { originConnector } from '../../fork/originConnector.ts';
import { builtinClassTexts } from '../../libraryNode/builtinTexts.ts';
import { Hub } from '../../sandbox/hub.ts';
import { configure, overridesOf } from '../options/configure.ts';
import { readGiven, readOptions } from '../options/parseOptions.ts';
import { StartError } from '../start/startError.ts';
import { configureFor, loadState, originInFile, type ReadStateFile, readStateFile } from './stateFile.ts';

/** How the node reaches its origin, and what it is given. */
interface NodeParts {
  readonly forking: ForkingOptions;
  readonly surroundings: PlatformParts;
}

/** A node without a server, with the chain of a state file, over another node if it is one of a fork. The options of a server are not meant for it. */
export async function nodeOfState(path: string, fork: string | undefined, parts: NodeParts): Promise<Node> {
  const read = await readStateFile(path);
  if (!read) throw new StartError(`There is no state file ${path}.`);
  return nodeOfChain(path, read, fork, parts);
}

/** The same with a chain that was read already. */
export async function nodeOfChain(
  path: string,
  { state, answers, isExported }: ReadStateFile,
  fork: string | undefined,
  { forking, surroundings }: NodeParts,
): Promise<Node> {
  const line = readGiven(fork === undefined ? [] : ['--fork-network', fork], {});
  const { options, given } = readOptions(line.kind === 'given' ? line.given : new Map(), undefined);
  const configured = configure(options, given);
  const overrides = { ...overridesOf(configured, options, given), withoutL1: isExported };
  const origin = fork === undefined && answers ? await originInFile(answers, path) : undefined;
  const started = origin ? { ...configured, fork: origin.fork } : configured;
  const config = await configureFor(path, state, started, overrides);
  const connect = originConnector(origin ? { ...forking, standIn: origin.standIn } : forking);
  const node = await createNode(builtinClassTexts, config, connect, surroundings);
  await loadState(path, new Hub(node), state, overrides);
  return node;
}
