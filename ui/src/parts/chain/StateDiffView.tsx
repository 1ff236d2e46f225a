import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { Card } from '../layout/Card.tsx';
import { Table, type TableProps } from '../layout/Table.tsx';
import { VirtualList } from '../layout/VirtualList.tsx';
import { Empty } from '../messages/messages.tsx';
import { contractText, counted, grouped } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { type ComparedContract, StorageTable } from './StorageTable.tsx';

type StateDiff = RpcResult<'chain_getStateUpdate'>['state_diff'];

/** With more storage cells, only the visible ones are rendered. Other lists show this many rows. */
const LONG = 100;

/** A table of the first rows, which says if there are more. */
const FirstRows = <T,>({ rows, ...props }: TableProps<T>) => (
  <>
    <Table {...props} rows={rows.slice(0, LONG)} />
    {rows.length > LONG && (
      <p class="body muted">
        The first {LONG} of {grouped(rows.length)} are shown.
      </p>
    )}
  </>
);

interface Props {
  readonly diff: StateDiff;
  /** The storage by name; without it, cells are shown. */
  readonly contracts?: readonly ComparedContract[] | undefined;
}

/** What a block changed in the state. */
export function StateDiffView({ diff, contracts }: Props) {
  const { deployed_contracts, storage_diffs, declared_classes, nonces, replaced_classes } = diff;
  const cells = storage_diffs.flatMap(({ address, storage_entries }) =>
    storage_entries.map(({ key, value }) => ({ address, key, value })),
  );
  if (!(cells.length + deployed_contracts.length + declared_classes.length + nonces.length + replaced_classes.length))
    return <Empty title="Nothing changed" />;
  return (
    <>
      {deployed_contracts.length > 0 && (
        <Card title={counted(deployed_contracts.length, 'deployed contract')} isFlush>
          <FirstRows
            label="Deployed contracts"
            rows={deployed_contracts}
            keyOf={({ address }) => address}
            columns={[
              { name: 'Contract', cell: ({ address }) => <Hash value={address} kind="contract" /> },
              { name: 'Address', cell: ({ address }) => <Hash value={address} />, isMinor: true },
              { name: 'Class', cell: ({ class_hash }) => <Hash value={class_hash} kind="class" /> },
            ]}
          />
        </Card>
      )}
      {replaced_classes.length > 0 && (
        <Card title={counted(replaced_classes.length, 'replaced class', 'replaced classes')} isFlush>
          <FirstRows
            label="Replaced classes"
            rows={replaced_classes}
            keyOf={({ contract_address }) => contract_address}
            columns={[
              { name: 'Contract', cell: ({ contract_address }) => <Hash value={contract_address} kind="contract" /> },
              { name: 'New class', cell: ({ class_hash }) => <Hash value={class_hash} kind="class" /> },
            ]}
          />
        </Card>
      )}
      {declared_classes.length > 0 && (
        <Card title={counted(declared_classes.length, 'declared class', 'declared classes')} isFlush>
          <FirstRows
            label="Declared classes"
            rows={declared_classes}
            keyOf={({ class_hash }) => class_hash}
            columns={[
              { name: 'Class', cell: ({ class_hash }) => <Hash value={class_hash} kind="class" /> },
              { name: 'Compiled class hash', cell: ({ compiled_class_hash }) => <Hash value={compiled_class_hash} /> },
            ]}
          />
        </Card>
      )}
      {contracts
        ?.filter(({ storage }) => storage.length > 0)
        .map((contract) => (
          <Card
            key={contract.contract_address}
            title={contractText(contract.contract_name, contract.contract_address)}
            more={<Hash value={contract.contract_address} kind="contract" />}
            isFlush
          >
            <StorageTable contract={contract} />
          </Card>
        ))}
      {cells.length > 0 && !contracts && (
        <Card title={counted(cells.length, 'storage change')} isFlush>
          {cells.length <= LONG ? (
            <Table
              label="Storage changes"
              rows={cells}
              keyOf={({ address, key }) => `${address} ${key}`}
              columns={[
                { name: 'Contract', cell: ({ address }) => <Hash value={address} kind="contract" bare /> },
                { name: 'Key', cell: ({ key }) => <Hash value={key} /> },
                { name: 'New value', cell: ({ value }) => <Hash value={value} /> },
              ]}
            />
          ) : (
            <VirtualList label="Storage changes" items={cells} rowHeight={28} visibleRows={18}>
              {({ address, key, value }) => (
                <div class="line">
                  <Hash value={address} kind="contract" bare /> <Hash value={key} bare /> <Hash value={value} bare />
                </div>
              )}
            </VirtualList>
          )}
        </Card>
      )}
      {nonces.length > 0 && (
        <Card title={counted(nonces.length, 'nonce')} isFlush>
          <FirstRows
            label="Nonces"
            rows={nonces}
            keyOf={({ contract_address }) => contract_address}
            columns={[
              { name: 'Contract', cell: ({ contract_address }) => <Hash value={contract_address} kind="contract" /> },
              { name: 'Nonce', cell: ({ nonce }) => BigInt(nonce).toString(), isNumber: true },
            ]}
          />
        </Card>
      )}
    </>
  );
}
