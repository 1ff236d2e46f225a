import { useState } from 'preact/hooks';
import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { numberIn } from '../../data/text/filterValues.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Pager } from '../../parts/layout/Pager.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { counted, grouped, safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { NamedText } from '../../parts/values/NamedText.tsx';
import { ValueText } from '../../parts/values/ValueText.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { href, useLocation } from '../../routing/router.ts';

type Entry = RpcResult<'sandbox_getStorageTree'>['entries'][number];

const PAGE_CELLS = 200;

/** What a contract stores: its variables by name, and who wrote each of them. */
export function Storage({ address }: { readonly address: string }) {
  const first = numberIn(useLocation().query, 'cell') ?? 0;
  const tree = useQuery('sandbox_getStorageTree', { contract_address: address, first_cell: first, limit: PAGE_CELLS });
  return (
    <Loaded query={tree}>
      {({ entries, unnamed, cell_count, next_cell, origin_block }) => (
        <>
          {entries.length + unnamed.length === 0 && <Empty title="Nothing is stored here" />}
          {[...Map.groupBy(entries, ({ variable }) => variable ?? NO_NAME)].map(([variable, group]) => (
            <Card
              key={variable}
              title={safeName(variable, 80)}
              more={<span class="muted">{variable !== NO_NAME && safeName(typeOf(group[0]!), 100)}</span>}
            >
              <ul class="cells">
                {group.map((entry) => (
                  <li key={entry.path}>
                    <Cell
                      address={address}
                      path={entry.path}
                      cell={entry.variable === null ? entry.key : entry.path}
                      value={entry.value_text}
                    />
                  </li>
                ))}
              </ul>
            </Card>
          ))}
          {unnamed.length > 0 && (
            <Card title="Cells without a known name">
              <ul class="cells">
                {unnamed.map(({ key, value }) => (
                  <li key={key}>
                    <Cell address={address} path={key} cell={key} value={value} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <div class="spread muted">
            <span>
              {counted(cell_count, 'cell')} written here
              {origin_block !== null &&
                `; entries that block ${grouped(origin_block)} of the origin had are not listed`}
            </span>
            <Pager name="cell" next={next_cell} labels={['First', 'More']} />
          </div>
        </>
      )}
    </Loaded>
  );
}

const NO_NAME = 'Variables without a known name';

const typeOf = ({ variable_type, type }: Entry): string => variable_type ?? type ?? '';

interface CellProps {
  readonly address: string;
  /** What it is called: a path of names, or its key. */
  readonly path: string;
  /** What its writers are found by. */
  readonly cell: string;
  readonly value: string;
}

/** A cell with its value. A click shows who wrote it. */
function Cell({ address, path, cell, value }: CellProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="cell"
        aria-expanded={isOpen}
        title={safeName(path, 400)}
        onClick={() => setOpen(!isOpen)}
      >
        <code>
          <NamedText text={path} max={120} />
        </code>
        <span class="value">
          <ValueText text={value} of={address} name={path} />
        </span>
      </button>
      {isOpen && (
        <div class="stack">
          <div>
            <WatchButton rule={{ kind: 'cell', address, cell }} />
          </div>
          <Writers address={address} cell={cell} />
        </div>
      )}
    </>
  );
}

/** The writers that are shown at first, with each click, and at most. Finding their functions runs their transactions again. */
const FIRST_WRITERS = 20;
const MORE_WRITERS = 100;
const MOST_WRITERS = 1_000;

/** Who wrote a cell, newest first. */
function Writers({ address, cell }: { readonly address: string; readonly cell: string }) {
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
              <li key={i}>
                <a href={href(`/block/${write.block_number}`)}>block {grouped(write.block_number)}</a>{' '}
                {write.transaction_hash === null ? (
                  <span class="badge">{write.by === 'EDIT' ? 'edited' : 'genesis'}</span>
                ) : (
                  <Hash value={write.transaction_hash} kind="tx" bare />
                )}{' '}
                {write.function_name !== null && <b>{safeName(write.function_name, 80)}</b>}{' '}
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

type Write = RpcResult<'sandbox_getStorageWriters'>['writes'][number];

function Change({ address, cell, write }: { readonly address: string; readonly cell: string; readonly write: Write }) {
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
