import type { NodeConfig } from '../../chain/config.ts';
import { CAIRO0_ACCOUNT_CLASS_HASH } from '../../classes/builtinClassFacts.generated.ts';

/** The kind of an account class, by its hash: it decides the form of the calldata of `__execute__`. */
export const accountClassOf = (classHash: string | undefined): NodeConfig['accountClass'] =>
  classHash !== undefined && BigInt(classHash) === BigInt(CAIRO0_ACCOUNT_CLASS_HASH) ? 'cairo0' : 'cairo1';
