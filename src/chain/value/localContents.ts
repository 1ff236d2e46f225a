import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { Felt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import type { ChainValue } from './chainValue.ts';

/** A contract in a list. */
export interface ListedContract {
  readonly address: Felt;
  readonly classHash: Felt;
  readonly nonce: Felt;
}

/** The contracts that were deployed here, by address; on a fork those of the origin are not among them. */
export function listContracts({ open }: ChainValue): ListedContract[] {
  const all = [...open.state.localContracts()].map(({ address, classHash, nonce }) => ({
    address: feltOf(address),
    classHash: feltOf(classHash),
    nonce: feltOf(nonce),
  }));
  return all.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** The classes that were declared here, by the hashes that they are declared as. */
export function listClasses({ open }: ChainValue): { readonly classHash: Felt; readonly declared: DeclaredClass }[] {
  const all = [...open.state.localClasses()].map(([key, declared]) => ({ classHash: feltOf(key), declared }));
  return all.sort((a, b) => (a.classHash < b.classHash ? -1 : 1));
}
