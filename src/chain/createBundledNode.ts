import type { BuiltinTexts } from '../classes/builtinClasses.ts';
import type { NodeConfig } from './config.ts';
import { type ConnectWith, createNode, type PlatformParts } from './createNode.ts';
import type { Node } from './node.ts';

/** Starts a node. Its own classes are bundled with the code, unless a platform has them elsewhere; a page fetches them here. A fork is connected to its origin first. */
export async function createBundledNode(
  config: NodeConfig,
  connectOrigin?: ConnectWith,
  parts?: PlatformParts,
  texts?: BuiltinTexts,
): Promise<Node> {
  const known = texts ?? (await import('../classes/builtinClassTexts.ts')).builtinClassTexts;
  return createNode(known, config, connectOrigin, parts);
}
