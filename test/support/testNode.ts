import { defaultConfig, type NodeConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import type { Block } from '../../src/chain/value/block.ts';

/** A node with one account, which starts in a few milliseconds. */
export const testNode = (config: Partial<NodeConfig> = {}): Promise<Node> =>
  createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, ...config });

/** Closes the open block. */
export const sealBlock = (node: Node): Promise<Block> => node.write((draft) => draft.openBlock.seal());

/** Keeps a write running, so that later ones wait. Returns a function that ends it. */
export function holdWrites(node: Node): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // A node that is closed meanwhile drops the write.
  node.write(() => held).catch(() => undefined);
  return release;
}
