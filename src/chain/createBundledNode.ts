import { builtinClassTexts } from '../classes/builtinClassTexts.ts';
import type { NodeConfig } from './config.ts';
import { type ConnectWith, createNode, type NodeSurroundings } from './createNode.ts';
import type { Node } from './node.ts';

/** Starts a node whose own classes are bundled with the code. A fork is connected to its origin first. */
export function createBundledNode(
  config: NodeConfig,
  connectOrigin?: ConnectWith,
  surroundings?: NodeSurroundings,
): Promise<Node> {
  return createNode(builtinClassTexts, config, connectOrigin, surroundings);
}
