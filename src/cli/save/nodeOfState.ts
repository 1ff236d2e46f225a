import { createNode } from '../../chain/createNode.ts';
import type { Node } from '../../chain/node.ts';
import { builtinClassTexts } from '../../libraryNode/builtinTexts.ts';
import { Hub } from '../../sandbox/hub.ts';
import { configure, overridesOf } from '../options/configure.ts';
import { readGiven, readOptions } from '../options/parseOptions.ts';
import { StartError } from '../start/startError.ts';
import { configureFor, loadState, readStateFile } from './stateFile.ts';

type Others = typeof createNode extends (texts: infer _, config: infer __, ...others: infer O) => unknown ? O : never;

/** A node without a server, with the chain of a state file, over another node if it is one of a fork. The options of a server are not meant for it. */
export async function nodeOfState(path: string, fork: string | undefined, ...others: Others): Promise<Node> {
  const read = await readStateFile(path);
  if (!read) throw new StartError(`There is no state file ${path}.`);
  return nodeOfBytes(path, read.state, fork, ...others);
}

/** The same with the bytes of a state file that was found in another file. */
export async function nodeOfBytes(
  path: string,
  state: Uint8Array,
  fork: string | undefined,
  ...others: Others
): Promise<Node> {
  const line = readGiven(fork === undefined ? [] : ['--fork-network', fork], {});
  const { options, given } = readOptions(line.kind === 'given' ? line.given : new Map(), undefined);
  const configured = configure(options, given);
  const overrides = overridesOf(configured, options, given);
  const config = await configureFor(path, state, configured, overrides);
  const node = await createNode(builtinClassTexts, config, ...others);
  await loadState(path, new Hub(node), state, overrides);
  return node;
}
