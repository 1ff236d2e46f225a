import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Column, Table } from '../layout/Table.tsx';
import { safeName } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';

type Contract = RpcResult<'sandbox_getContracts'>['contracts'][number];

const columns: readonly Column<Contract>[] = [
  { name: 'Address', cell: ({ contract_address }) => <Hash value={contract_address} kind="contract" /> },
  { name: 'Name', cell: ({ contract_name }) => contract_name !== null && <b>{safeName(contract_name, 60)}</b> },
  { name: 'Class', cell: ({ class_hash }) => <Hash value={class_hash} kind="class" bare /> },
  { name: 'Nonce', cell: ({ nonce }) => BigInt(nonce).toString(), isNumber: true },
];

/** A list of contracts. */
export const ContractTable = ({ contracts }: { readonly contracts: readonly Contract[] }) => (
  <Table label="Contracts" columns={columns} rows={contracts} keyOf={({ contract_address }) => contract_address} />
);
