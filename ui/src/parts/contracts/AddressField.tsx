import { useState } from 'preact/hooks';
import { useTitle } from '../../data/chain/names.ts';
import { useStore } from '../../data/stores/store.ts';
import { isHex } from '../../data/text/hex.ts';
import { Field } from '../forms/Field.tsx';
import { safeName } from '../values/format.ts';
import { typedAddress } from './typedAddress.ts';
import { useAddresses } from './useAddresses.ts';
import { useAddressOfName } from './useAddressOfName.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shown while the field has no address with a name. */
  readonly hint?: string | undefined;
  /** Shown always, after the name. */
  readonly note?: string | undefined;
  readonly wrong?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Which texts are read as names; without it, all that are no address. */
  readonly isName?: (typed: string) => boolean;
}

export const ADDRESS_HINT = '0x…, account 1, a label or a name';

/** A field for an address. When it is left, a name in it becomes the address, and the name of an address, or what is wrong, stands below it. */
export function AddressField({ value, onChange, hint, note, wrong, isName, ...field }: Props) {
  const { read, fault } = useAddressOfName(value, onChange, isName);
  const isTyped = useStore(typedAddress) === value;
  const title = useTitle(isTyped ? '' : value);
  const [wasUsed, setUsed] = useState(false);
  const suggestions = useAddresses(wasUsed);
  const name = title === undefined ? undefined : safeName(title, 60);
  const shown = name === undefined || note?.includes(name) ? [note] : [name, note];
  return (
    <Field
      {...field}
      value={value}
      onChange={(text) => {
        const address = text.trim();
        const typed = isHex(address) ? address : text.trimStart();
        typedAddress.set(typed);
        onChange(typed);
      }}
      onLeave={(text) => {
        typedAddress.set(undefined);
        read(text);
      }}
      onBlur={() => typedAddress.set(undefined)}
      onFocus={() => setUsed(true)}
      suggestions={suggestions}
      wrong={isTyped ? undefined : safeFault(fault ?? wrong)}
      hint={shown.filter(Boolean).join(' · ') || hint}
    />
  );
}

const safeFault = (fault: string | undefined) => (fault === undefined ? undefined : safeName(fault, 300));
