import type { NodeConfig } from '../chain/config.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { decodeBytes, ingredientsOfBytes } from './decodeBytes.ts';
import type { DecodeOptions } from './decodeOptions.ts';
import { openFile } from './envelope.ts';
import { checkIngredients, type Ingredients, type Overrides } from './overrides.ts';

/**
 * A configuration with the values that the chain of a file was started with. A fork without a block gets the block that it had.
 * Throws if an override contradicts the file.
 */
export async function withIngredients<C extends Partial<NodeConfig>>(
  config: C,
  file: Uint8Array,
  overrides: Overrides,
): Promise<C & Ingredients> {
  const about = await ingredientsOfBytes(await openFile(file));
  checkIngredients(about, overrides);
  const { chainId, seed, accounts, initialBalance, liteMode, forkBlock } = about;
  const { fork } = config;
  return {
    ...config,
    ...(fork && { fork: { ...fork, blockNumber: fork.blockNumber ?? forkBlock } }),
    ...{ chainId, seed, accounts, initialBalance, liteMode },
  };
}

/** The chain of a state file, over what lies under the chain that a node has just started with. */
export async function decodeState(file: Uint8Array, start: ChainValue, options: DecodeOptions): Promise<ChainValue> {
  return decodeBytes(await openFile(file), start, options);
}
