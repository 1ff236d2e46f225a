import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import { nameOf, useNames } from '../../data/chain/names.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { isAmountName } from '../../data/text/amounts.ts';
import { safeLine } from './format.ts';
import { Hash } from './Hash.tsx';
import { Quantity } from './Quantity.tsx';

const MAX_TEXT = 2_000;
const MAX_ITEMS = 50;

interface Props {
  readonly value: DecodedValue;
  /** The contract that the value comes from, and what it is called there: amounts of a token are shown in tokens. */
  readonly of?: string | undefined;
  readonly name?: string | undefined;
}

/** A decoded value, with the names of its members. Long lists and texts are cut. */
export function Decoded({ value, of, name }: Props) {
  if (value === null) return <span class="muted">none</span>;
  if (typeof value === 'boolean') return <code>{String(value)}</code>;
  if (typeof value === 'string') return <Text text={value} token={name && isAmountName(name) ? of : undefined} />;
  const entries = Array.isArray(value) ? value.map((item, i) => [String(i), item] as const) : Object.entries(value);
  if (entries.length === 0) return <span class="muted">empty</span>;
  return (
    <dl class="decoded">
      {entries.slice(0, MAX_ITEMS).map(([member, item]) => [
        <dt key={member}>{safeLine(member)}</dt>,
        <dd key={`${member} value`}>
          <Decoded value={item} of={of} name={member} />
        </dd>,
      ])}
      {entries.length > MAX_ITEMS && <dt class="muted">and {entries.length - MAX_ITEMS} more</dt>}
    </dl>
  );
}

/** A number, an address that is known, or a text. */
function Text({ text, token }: { readonly text: string; readonly token: string | undefined }) {
  if (/^\d{1,78}$/.test(text)) return <Quantity value={BigInt(text)} token={token} withSymbol />;
  if (/^0x[0-9a-f]{8,64}$/.test(text)) return <MaybeAddress value={text} />;
  return <code>{safeLine(text.slice(0, MAX_TEXT))}</code>;
}

/** A felt: a link with its name if it is the address of something. */
function MaybeAddress({ value }: { readonly value: string }) {
  const own = useStore(labels);
  const name = nameOf(value, useNames([value]).get(value), own);
  return name === undefined ? <code>{value}</code> : <Hash value={value} kind="contract" />;
}
