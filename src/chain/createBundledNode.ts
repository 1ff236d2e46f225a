import type { NodeConfig } from './config.ts';
import { type ConnectWith, createNode, type PlatformParts } from './createNode.ts';
import type { Node } from './node.ts';

/** Starts a node whose own classes are bundled with the code; a page fetches them here. A fork is connected to its origin first. */
export async function createBundledNode(
  config: NodeConfig,
  connectOrigin?: ConnectWith,
  parts?: PlatformParts,
): Promise<Node> {
  const { builtinClassTexts } = await import('../classes/builtinClassTexts.ts');
  return createNode(builtinClassTexts, config, connectOrigin, parts);
}
