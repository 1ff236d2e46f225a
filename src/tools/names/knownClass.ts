import type { ChainView } from '../../chain/chainView.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { ifKnown } from '../../state/retryRead.ts';

/** A class in the newest state, if it is known without a request to an origin. */
export const knownClass = ({ value }: ChainView, classHash: FeltKey): DeclaredClass | undefined =>
  ifKnown(() => value.open.state.declaredClassAt(classHash));

/** The class of a contract in the newest state, if it is known without a request to an origin. */
export function knownClassOf({ value }: ChainView, address: Felt): DeclaredClass | undefined {
  const { state } = value.open;
  return ifKnown(() => state.declaredClassAt(state.classHashAt(keyOf(address))));
}
