import { useRef, useState } from 'preact/hooks';
import { contractOf } from '../../data/chain/recipientOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { isHex } from '../../data/text/hex.ts';

interface Reading {
  /** Puts the address in the place of a name that was typed, once the field is left. */
  readonly read: (typed: string) => void;
  /** Why the name that the field has means no address. */
  readonly fault: string | undefined;
}

/** Reads names in a field for an address. `isName` says which texts are to be read. */
export function useAddressOfName(
  value: string,
  set: (address: string) => void,
  isName: (typed: string) => boolean = (typed) => typed.trim() !== '' && !isHex(typed.trim()),
): Reading {
  const node = useNode();
  const [failed, setFailed] = useState({ typed: '', reason: '' });
  // The answer comes later: the form has changed since, and the field may have another text.
  const newest = useRef({ value, set });
  newest.current = { value, set };
  const read = (typed: string) => {
    if (!isName(typed)) return;
    contractOf(node, typed).then(
      (address) => newest.current.value === typed && newest.current.set(address),
      (error: Error) => setFailed({ typed, reason: error.message }),
    );
  };
  return { read, fault: value !== '' && failed.typed === value ? failed.reason : undefined };
}
