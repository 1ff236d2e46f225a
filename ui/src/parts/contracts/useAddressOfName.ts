import { contractOf } from '../../data/chain/recipientOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { isHex } from '../../data/text/hex.ts';
import { tellFailure } from '../messages/Toasts.tsx';

/** Puts the address in the place of a name that was typed, once the field is left. */
export function useAddressOfName(set: (address: string) => void): (typed: string) => void {
  const node = useNode();
  return (typed) => {
    if (typed !== '' && !isHex(typed)) contractOf(node, typed).then(set, tellFailure);
  };
}
