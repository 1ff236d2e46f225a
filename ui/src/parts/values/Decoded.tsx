import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import { safeLine } from './format.ts';

const MAX_TEXT = 2_000;
const MAX_ITEMS = 50;

/** A decoded value, with the names of its members. Long lists and texts are cut. */
export function Decoded({ value }: { readonly value: DecodedValue }) {
  if (value === null) return <span class="muted">none</span>;
  if (typeof value === 'boolean') return <code>{String(value)}</code>;
  if (typeof value === 'string') return <code>{safeLine(value.slice(0, MAX_TEXT))}</code>;
  const entries = Array.isArray(value) ? value.map((item, i) => [String(i), item] as const) : Object.entries(value);
  if (entries.length === 0) return <span class="muted">empty</span>;
  return (
    <dl class="decoded">
      {entries.slice(0, MAX_ITEMS).map(([name, item]) => [
        <dt key={name}>{safeLine(name)}</dt>,
        <dd key={`${name} value`}>
          <Decoded value={item} />
        </dd>,
      ])}
      {entries.length > MAX_ITEMS && <dt class="muted">and {entries.length - MAX_ITEMS} more</dt>}
    </dl>
  );
}
