import { builtinClassTexts } from '../classes/builtinClassTexts.generated.ts';
import type { ClassCompiler } from '../classes/classCompiler.ts';
import type { NodeConfig } from './config.ts';
import { type ConnectWith, createNodeWith } from './createNodeWith.ts';
import type { LocalNode } from './localNode.ts';

/**
 * Starts a node from its configuration; on a fork it is connected first. `print` gets what contracts print; all
 * classes go through `compiler`.
 */
export function createNode(
  config: NodeConfig,
  connectOrigin?: ConnectWith,
  print?: (text: string) => void,
  compiler?: ClassCompiler,
): Promise<LocalNode> {
  return createNodeWith(builtinClassTexts, config, connectOrigin, print, compiler);
}
