import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { Table } from '../layout/Table.tsx';
import { safeName, shortHash } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { NamedText } from '../values/NamedText.tsx';
import { ValueText } from '../values/ValueText.tsx';

export type ComparedContract = RpcResult<'sandbox_compareStates'>['contracts'][number];

/** The storage of a contract that differs between two states, by the names of its variables. */
export const StorageTable = ({ contract: { contract_address, storage } }: { readonly contract: ComparedContract }) => (
  <Table
    label={`Storage of ${shortHash(contract_address)}`}
    rows={storage}
    keyOf={({ key }) => key}
    columns={[
      {
        name: 'Variable',
        cell: ({ path, key }) =>
          path === null ? (
            <Hash value={key} />
          ) : (
            <code class="nowrap" title={safeName(path, 400)}>
              <NamedText text={path} max={60} />
            </code>
          ),
      },
      {
        name: 'Before',
        cell: ({ path, before }) => <ValueText text={before} of={contract_address} name={path} isShort />,
        isNumber: true,
      },
      {
        name: 'After',
        cell: ({ path, before, after }) => (
          <ValueText text={after} of={contract_address} name={path} was={before} isShort />
        ),
        isNumber: true,
      },
    ]}
  />
);
