import type { NodeConfig } from '../chain/config.ts';
import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';

/** What is needed to make a chain of a file. */
export interface DecodeOptions {
  readonly config: NodeConfig;
  readonly chainId: Felt;
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
}
