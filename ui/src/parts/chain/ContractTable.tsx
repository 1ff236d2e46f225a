import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { titleOf, useNames } from '../../data/chain/names.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { href } from '../../routing/router.ts';
import { type Column, Table } from '../layout/Table.tsx';
import { safeName } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';

type Contract = RpcResult<'sandbox_getContracts'>['contracts'][number];

/** What a contract is called, and the name of its class if that is another. */
function Name({ contract: { contract_address, contract_name } }: { readonly contract: Contract }) {
  const own = useStore(labels);
  const title = titleOf(contract_address, useNames([contract_address]).get(contract_address), own) ?? contract_name;
  if (title === null) return null;
  return (
    <>
      {/* The address before it is the same link for the keyboard. */}
      <a tabIndex={-1} href={href(`/contract/${contract_address}`)}>
        <b>{safeName(title, 60)}</b>
      </a>{' '}
      {contract_name !== null && contract_name !== title && <span class="muted">{safeName(contract_name, 60)}</span>}
    </>
  );
}

const columns: readonly Column<Contract>[] = [
  { name: 'Address', cell: ({ contract_address }) => <Hash value={contract_address} kind="contract" plain /> },
  { name: 'Name', cell: (contract) => <Name contract={contract} />, isPlain: true },
  { name: 'Class', cell: ({ class_hash }) => <Hash value={class_hash} kind="class" bare /> },
  { name: 'Nonce', cell: ({ nonce }) => BigInt(nonce).toString(), isNumber: true },
];

/** A list of contracts. */
export const ContractTable = ({ contracts }: { readonly contracts: readonly Contract[] }) => (
  <Table label="Contracts" columns={columns} rows={contracts} keyOf={({ contract_address }) => contract_address} />
);
