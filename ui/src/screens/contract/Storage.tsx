import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { nameOf, useNames } from '../../data/chain/names.ts';
import { addressesIn, byPath } from '../../data/contracts/storageOrder.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { numberIn } from '../../data/text/filterValues.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Pager } from '../../parts/layout/Pager.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { counted, grouped, safeName } from '../../parts/values/format.ts';
import { NamedText } from '../../parts/values/NamedText.tsx';
import { useLocation } from '../../routing/router.ts';
import { CellHistory, StorageCell } from './StorageCell.tsx';

type Tree = RpcResult<'sandbox_getStorageTree'>;
type Entry = Tree['entries'][number];

const PAGE_CELLS = 200;

/** What a contract stores: its variables by name, and who wrote each of them. */
export function Storage({ address }: { readonly address: string }) {
  const { query } = useLocation();
  const first = numberIn(query, 'cell') ?? 0;
  const path = query.get('path');
  const tree = useQuery('sandbox_getStorageTree', { contract_address: address, first_cell: first, limit: PAGE_CELLS });
  return (
    <>
      {path !== null && (
        <Card title="History">
          <p>
            <NamedText text={path} max={120} />
          </p>
          <CellHistory address={address} cell={path} />
        </Card>
      )}
      <Loaded query={tree}>{(found) => <StoredCells address={address} tree={found} />}</Loaded>
    </>
  );
}

/** Variables that are one value stand together, and every map and list by itself. */
function StoredCells({ address, tree }: { readonly address: string; readonly tree: Tree }) {
  const { entries, unnamed, cell_count, next_cell, origin_block } = tree;
  const own = useStore(labels);
  const known = useNames(addressesIn(entries.map(({ path }) => path)));
  const sorted = byPath(entries, (key) => nameOf(key, known.get(key), own));
  const [single = [], keyed = []] = [true, false].map((wanted) => sorted.filter((each) => isSingle(each) === wanted));
  if (entries.length + unnamed.length === 0) return <Empty title="Nothing is stored here" />;
  return (
    <>
      <p class="muted">Open a row for its history: who wrote it, when, and the values before and after.</p>
      {single.length > 0 && (
        <Card title="Variables">
          <Cells address={address} entries={single} hasTypes />
        </Card>
      )}
      {[...Map.groupBy(keyed, ({ variable }) => variable ?? NO_NAME)].map(([variable, group]) => (
        <Card
          key={variable}
          title={safeName(variable, 80)}
          more={<span class="muted">{variable !== NO_NAME && safeName(typeOf(group[0]!), 100)}</span>}
        >
          <Cells address={address} entries={group} />
        </Card>
      ))}
      {unnamed.length > 0 && (
        <Card title="Cells without a known name">
          <ul class="cells">
            {unnamed.map(({ key, value }) => (
              <li key={key}>
                <StorageCell address={address} path={key} cell={key} value={value} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div class="spread muted">
        <span>
          {counted(cell_count, 'cell')} written here
          {origin_block !== null && `; entries that block ${grouped(origin_block)} of the origin had are not listed`}
        </span>
        <Pager name="cell" next={next_cell} labels={['First', 'More']} />
      </div>
    </>
  );
}

const NO_NAME = 'Variables without a known name';

const isSingle = ({ variable, path }: Entry): boolean => variable === path;
const typeOf = ({ variable_type, type }: Entry): string => variable_type ?? type ?? '';

interface CellsProps {
  readonly address: string;
  readonly entries: readonly Entry[];
  readonly hasTypes?: boolean;
}

const Cells = ({ address, entries, hasTypes = false }: CellsProps) => (
  <ul class="cells">
    {entries.map((entry) => (
      <li key={entry.path}>
        <StorageCell
          address={address}
          path={entry.path}
          type={hasTypes ? typeOf(entry) : undefined}
          cell={entry.variable === null ? entry.key : entry.path}
          value={entry.value_text}
        />
      </li>
    ))}
  </ul>
);
