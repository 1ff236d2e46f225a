import { builtinClassTexts } from '../classes/builtinClassTexts.generated.ts';
import type { NodeConfig } from './config.ts';
import { type ConnectWith, createNodeWith, type NodeSurroundings } from './createNodeWith.ts';
import type { LocalNode } from './localNode.ts';

/** Starts a node from its configuration. A fork is connected to its origin first. */
export function createNode(
  config: NodeConfig,
  connectOrigin?: ConnectWith,
  surroundings?: NodeSurroundings,
): Promise<LocalNode> {
  return createNodeWith(builtinClassTexts, config, connectOrigin, surroundings);
}
