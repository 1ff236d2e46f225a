import type { ComponentChildren } from 'preact';
import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import { Facts } from '../layout/Card.tsx';
import { Decoded } from '../values/Decoded.tsx';
import { Hash } from '../values/Hash.tsx';
import { NamedText } from '../values/NamedText.tsx';

/** Longer data is cut. */
const MOST_FELTS = 100;

/** An event in a list. */
export interface EventRow {
  readonly id: string;
  readonly from: string;
  readonly contractName: string | null;
  /** Such as `Transfer(from: 0x1, to: 0x2, value: 5)`. */
  readonly text: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
  readonly members: DecodedValue;
  /** In front of the text, such as its number. */
  readonly mark?: ComponentChildren;
  /** At the end of the row, such as its transaction. */
  readonly place?: ComponentChildren;
}

/** Events, a line each; a click shows what is in one. */
export const EventRows = ({ rows }: { readonly rows: readonly EventRow[] }) => (
  <ol class="rows" aria-label="Events">
    {rows.map((row) => (
      <li key={row.id}>
        <details>
          <summary>
            {row.mark}{' '}
            <span>
              <NamedText text={row.text} max={300} of={row.from} />
            </span>
          </summary>
          <Facts
            rows={[
              ['Contract', <Hash key="from" value={row.from} kind="contract" name={row.contractName} />],
              ['Members', row.members !== null && <Decoded key="members" value={row.members} of={row.from} />],
              ['Keys', <code key="keys">{row.keys.join(' ')}</code>],
              ['Data', row.data.length > 0 && <code key="data">{row.data.slice(0, MOST_FELTS).join(' ')}</code>],
            ]}
          />
        </details>
        {row.place !== undefined && <div class="place">{row.place}</div>}
      </li>
    ))}
  </ol>
);
