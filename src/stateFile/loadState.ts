import type { Node } from '../chain/node.ts';
import { decodeState } from './decodeState.ts';
import { applyOverrides, checkGenesis, type Overrides } from './overrides.ts';

/**
 * Replaces the chain of a node by that of a state file, with the prices and the mode of the overrides. Throws StateFileError and
 * changes nothing when the file cannot be used, or an override contradicts how its chain began.
 */
export async function loadState(node: Node, file: Uint8Array, overrides: Overrides = {}): Promise<void> {
  const { config, chainId, accounts, surroundings, value: started } = node;
  const loaded = await decodeState(file, started, { config, chainId, compile: surroundings.compile });
  checkGenesis(loaded, started, accounts, surroundings.systemClasses, overrides);
  const messaging = overrides.withoutL1 ? { ...loaded.messaging, l1: undefined } : loaded.messaging;
  const draft = node.draftOf({ ...loaded, messaging });
  await applyOverrides(draft, loaded.blockGeneration, overrides);
  node.restore(draft.view.value);
}
