import { useState } from 'preact/hooks';
import { useTitle } from '../../data/chain/names.ts';
import { Field } from '../forms/Field.tsx';
import { safeName } from '../values/format.ts';
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

/** A field for an address. A name in it becomes the address when the field is left, and the name of an address stands below it. */
export function AddressField({ value, onChange, hint, note, wrong, isName, ...field }: Props) {
  const { read, fault } = useAddressOfName(value, onChange, isName);
  const title = useTitle(value);
  const [wasUsed, setUsed] = useState(false);
  const suggestions = useAddresses(wasUsed);
  const name = title === undefined ? undefined : safeName(title, 60);
  const shown = name === undefined || note?.includes(name) ? [note] : [name, note];
  return (
    <Field
      {...field}
      value={value}
      onChange={(text) => onChange(text.trimStart())}
      onLeave={read}
      onFocus={() => setUsed(true)}
      suggestions={suggestions}
      wrong={safeFault(fault ?? wrong)}
      hint={shown.filter(Boolean).join(' · ') || hint}
    />
  );
}

const safeFault = (fault: string | undefined) => (fault === undefined ? undefined : safeName(fault, 300));
