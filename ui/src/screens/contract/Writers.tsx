import { useState } from 'preact/hooks';
import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { nameOf, useNames } from '../../data/chain/names.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { Loaded } from '../../parts/messages/messages.tsx';
import { grouped, safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { ValueText } from '../../parts/values/ValueText.tsx';
import { href } from '../../routing/router.ts';

type Write = RpcResult<'sandbox_getStorageWriters'>['writes'][number];

/** The writers that are shown at first, with each click, and at most. Finding their functions runs their transactions again. */
const FIRST_WRITERS = 20;
const MORE_WRITERS = 100;
const MOST_WRITERS = 1_000;

interface Props {
  readonly address: string;
  readonly cell: string;
}

/** Who wrote a cell, newest first. */
export function Writers({ address, cell }: Props) {
  const [limit, setLimit] = useState(FIRST_WRITERS);
  const history = useQuery('sandbox_getStorageWriters', {
    contract_address: address,
    key: cell,
    limit,
    functions: true,
  });
  return (
    <Loaded query={history}>
      {({ writes, has_more }) =>
        writes.length === 0 ? (
          <p class="muted">It was written at genesis, or by an edit of the state.</p>
        ) : (
          <ul class="writers" aria-label="Who wrote it">
            {writes.map((write, i) => (
              <li key={i} class="writer">
                <Writer address={address} write={write} />
                <span class="muted">
                  <Change address={address} cell={cell} write={write} />
                </span>
              </li>
            ))}
            {has_more && limit === MOST_WRITERS && (
              <li class="muted">Earlier writes are not shown: these are the newest {grouped(MOST_WRITERS)}.</li>
            )}
            {has_more && limit < MOST_WRITERS && (
              <li>
                <button
                  type="button"
                  class="button small"
                  onClick={() => setLimit(Math.min(limit + MORE_WRITERS, MOST_WRITERS))}
                >
                  Show earlier writes
                </button>
              </li>
            )}
          </ul>
        )
      }
    </Loaded>
  );
}

/** Who wrote, with which function, in which transaction. */
function Writer({ address, write }: { readonly address: string; readonly write: Write }) {
  const name = nameOf(address, useNames([address]).get(address), useStore(labels));
  const { block_number, transaction_hash, sender_address, function_name, phase } = write;
  return (
    <span>
      <a href={href(`/block/${block_number}`)}>block {grouped(block_number)}</a>{' '}
      {transaction_hash === null ? (
        <span class="badge">{write.by === 'EDIT' ? 'edited' : 'genesis'}</span>
      ) : (
        <Hash value={transaction_hash} kind="tx" bare />
      )}{' '}
      {phase === 'FEE_TRANSFER' && <span class="muted">fee of </span>}
      {sender_address !== null && <Hash value={sender_address} kind="contract" bare />}
      {sender_address === null && transaction_hash !== null && <span class="muted">L1</span>}{' '}
      {function_name !== null && <b>{safeName(calledAs(function_name, name), 80)}</b>}
    </span>
  );
}

/** A function such as `ERC20.transfer` with its contract by what that is called here. */
const calledAs = (functionName: string, contract: string | undefined): string =>
  contract === undefined ? functionName : `${contract}.${functionName.replace(/^.*\./, '')}`;

function Change({ address, cell, write }: Props & { readonly write: Write }) {
  const before = valueLine(write.before, write.cells_before);
  return (
    <>
      <ValueText text={before} of={address} name={cell} /> →{' '}
      <ValueText text={valueLine(write.after, write.cells_after)} of={address} name={cell} was={before} />
    </>
  );
}

/** A decoded value in one line, or the cells where it is not decoded. */
const valueLine = (value: DecodedValue, cells: readonly string[]): string =>
  value === null ? cells.join(' ') : typeof value === 'string' ? value : JSON.stringify(value);
