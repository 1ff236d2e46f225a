import { useEffect, useState } from 'preact/hooks';
import { navigate, useLocation, withQueries } from '../../routing/router.ts';
import { tellFailure } from '../messages/Toasts.tsx';
import { Choice, Field } from './Field.tsx';

/** A filter of a list: its name in the address, and how it is asked for. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  /** Its values, if there are only some. */
  readonly options?: readonly { readonly value: string; readonly name: string }[];
  /** Turns what was typed into what the node understands, such as a name into an address. */
  readonly resolve?: (text: string) => Promise<string> | string;
}

/** The filters of a range of blocks. */
export const BLOCK_RANGE: readonly Filter[] = [
  { name: 'from', label: 'From block', placeholder: '0', resolve: blockNumber },
  { name: 'to', label: 'To block', placeholder: 'newest', resolve: blockNumber },
];

function blockNumber(text: string): string {
  const digits = text.replaceAll(',', '');
  if (!/^\d{1,15}$/.test(digits)) throw new Error(`Give the number of a block, such as 7. This is none: ${text}`);
  return digits;
}

interface Props {
  readonly filters: readonly Filter[];
  /** The name of the page in the address, which a new filter leaves. */
  readonly page: string;
}

/** The filters of a list. They are in the address, so that a link leads to the same list and the back button to the one before. */
export function Filters({ filters, page }: Props) {
  const location = useLocation();
  const inAddress = Object.fromEntries(filters.map(({ name }) => [name, location.query.get(name) ?? '']));
  const key = JSON.stringify(inAddress);
  const [texts, setTexts] = useState(inAddress);
  useEffect(() => setTexts(inAddress), [key]);
  const [isOpen, setOpen] = useState(false);
  const isActive = Object.values(inAddress).some((text) => text !== '');
  const go = async (changed: Readonly<Record<string, string>>) => {
    const values = await Promise.all(
      filters.map(async ({ name, resolve }) => {
        const text = (changed[name] ?? '').trim();
        return [name, text === '' ? undefined : resolve ? await resolve(text) : text] as const;
      }),
    );
    navigate(withQueries(location, { ...Object.fromEntries(values), [page]: undefined }));
  };
  const apply = (changed: Readonly<Record<string, string>>) => void go(changed).catch(tellFailure);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    apply(texts);
  };
  return (
    <form class={isOpen || isActive ? 'filters' : 'filters folded'} aria-label="Filter" onSubmit={submit}>
      {!isActive && (
        <button type="button" class="button fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters
        </button>
      )}
      {filters.map(({ name, label, placeholder, options }) => {
        const value = texts[name] ?? '';
        const set = (text: string) => setTexts({ ...texts, [name]: text });
        if (options)
          return (
            <Choice
              key={name}
              label={label}
              value={value}
              options={[{ value: '', name: 'all' }, ...options]}
              onChange={(text) => apply({ ...texts, [name]: text })}
            />
          );
        return <Field key={name} label={label} value={value} placeholder={placeholder} onChange={set} />;
      })}
      <div class="row">
        <button type="submit" class="button">
          Filter
        </button>
        {isActive && (
          <button type="button" class="button plain" onClick={() => apply({})}>
            Clear
          </button>
        )}
      </div>
    </form>
  );
}
