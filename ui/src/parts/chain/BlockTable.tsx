import type { Block } from '../../data/chain/useBlock.ts';
import { href } from '../../routing/router.ts';
import { type Column, Table } from '../layout/Table.tsx';
import { FinalityBadge } from '../values/Badges.tsx';
import { grouped } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { Ago } from '../values/Time.tsx';

const columns: readonly Column<Block>[] = [
  {
    name: 'Block',
    isPlain: false,
    cell: ({ block_number, status }) => (
      <a href={href(`/block/${status === 'PRE_CONFIRMED' ? 'pre_confirmed' : block_number}`)}>
        {grouped(block_number)}
      </a>
    ),
  },
  {
    name: 'Made',
    isPlain: true,
    cell: ({ timestamp, status }) =>
      status === 'PRE_CONFIRMED' ? <span class="muted">open</span> : <Ago seconds={timestamp} />,
  },
  { name: 'Transactions', cell: ({ transaction_count }) => grouped(transaction_count), isNumber: true },
  { name: 'Hash', cell: (block) => 'block_hash' in block && <Hash value={block.block_hash} /> },
  { name: 'Status', cell: ({ status }) => <FinalityBadge status={status} />, isPlain: true },
];

/** A list of blocks. `isShort` leaves out the hashes. */
export const BlockTable = ({
  blocks,
  isShort = false,
}: {
  readonly blocks: readonly Block[];
  readonly isShort?: boolean;
}) => (
  <Table
    label="Blocks"
    columns={isShort ? columns.filter(({ name }) => name !== 'Hash') : columns}
    rows={blocks}
    keyOf={({ block_number }) => String(block_number)}
  />
);
