import { href } from '../../routing/router.ts';
import { CopyButton } from './CopyButton.tsx';
import { safeName, shortHash } from './format.ts';

/** The screens that a hash can lead to. */
type HashKind = 'tx' | 'block' | 'contract' | 'class';

interface Props {
  readonly value: string;
  /** Makes it a link to its screen. */
  readonly kind?: HashKind | undefined;
  /** Shown in place of the hash, such as the name of a contract. */
  readonly name?: string | null | undefined;
  /** Shows all digits. */
  readonly full?: boolean;
  /** Leaves out the copy button, for dense tables. */
  readonly bare?: boolean;
}

const WHAT: Readonly<Record<HashKind, string>> = {
  tx: 'transaction hash',
  block: 'block hash',
  contract: 'address',
  class: 'class hash',
};

/** A hash or an address: short, with the whole one as a tooltip and to copy. */
export function Hash({ value, kind, name, full = false, bare = false }: Props) {
  const text = name ? safeName(name, 40) : full ? value : shortHash(value);
  const className = name ? undefined : 'hash';
  return (
    <span class={full ? undefined : 'nowrap'}>
      {kind === undefined ? (
        <span class={className} title={value}>
          {text}
        </span>
      ) : (
        <a class={className} href={href(`/${kind}/${value}`)} title={value}>
          {text}
        </a>
      )}
      {!bare && <CopyButton text={value} what={kind ? WHAT[kind] : 'value'} />}
    </span>
  );
}
