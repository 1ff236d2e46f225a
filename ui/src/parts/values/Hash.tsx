import { nameOf, useNames } from '../../data/chain/names.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { href } from '../../routing/router.ts';
import { CopyButton } from './CopyButton.tsx';
import { safeName, shortHash } from './format.ts';

/** The screens that a hash can lead to. */
type HashKind = 'tx' | 'block' | 'contract' | 'class';

interface Props {
  readonly value: string;
  /** Makes it a link to its screen. */
  readonly kind?: HashKind | undefined;
  /** Shown in place of the hash, such as the name of a contract, if there is no better one. */
  readonly name?: string | null | undefined;
  /** Shows all digits. */
  readonly full?: boolean;
  /** Shows the digits although there is a name, which stands elsewhere. */
  readonly plain?: boolean;
  /** Leaves out the copy button, for dense tables. */
  readonly bare?: boolean;
}

const WHAT: Readonly<Record<HashKind, string>> = {
  tx: 'transaction hash',
  block: 'block hash',
  contract: 'address',
  class: 'class hash',
};

const NONE: readonly string[] = [];

/** A hash or an address: short, with the whole one as a tooltip and to copy. An address has its name in place of its digits. */
export function Hash({ value, kind, name, full = false, plain = false, bare = false }: Props) {
  const own = useStore(labels);
  const known = useNames(kind === 'contract' && !plain ? [value] : NONE).get(value);
  const called = (kind === 'contract' && !plain ? nameOf(value, known, own) : undefined) ?? name;
  const digits = full ? value : shortHash(value);
  const text = called && !full ? safeName(called, 40) : digits;
  const className = text === digits ? 'hash' : undefined;
  return (
    <span class={full ? undefined : 'nowrap'}>
      {full && called && <b>{safeName(called, 40)} </b>}
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
