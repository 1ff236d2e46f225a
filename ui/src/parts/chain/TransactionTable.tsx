import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { href } from '../../routing/router.ts';
import { callName } from '../explanations/CallTree.tsx';
import { type Column, Table } from '../layout/Table.tsx';
import { Amount } from '../values/Amount.tsx';
import { ExecutionBadge } from '../values/Badges.tsx';
import { grouped, shortHash, TYPE_NAMES } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { Ago } from '../values/Time.tsx';

type Transaction = RpcResult<'sandbox_getTransactions'>['transactions'][number];

/** What a transaction does, in a few words. */
function actionText({ type, calls, call_count, class_hash }: Transaction): string {
  if (type === 'DECLARE') return `declare ${class_hash ? shortHash(class_hash) : ''}`;
  if (type !== 'INVOKE') return TYPE_NAMES[type];
  const names = calls.slice(0, 2).map(callName);
  const more = call_count - names.length;
  return names.length === 0 ? TYPE_NAMES.INVOKE : `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const columns: readonly Column<Transaction>[] = [
  { name: 'Transaction', cell: ({ transaction_hash }) => <Hash value={transaction_hash} kind="tx" /> },
  { name: 'Result', cell: ({ execution_status }) => <ExecutionBadge status={execution_status} /> },
  { name: 'What', cell: (row) => <span class="clip">{actionText(row)}</span> },
  { name: 'Sender', cell: ({ sender_address }) => <Hash value={sender_address} kind="contract" bare />, isMinor: true },
  {
    name: 'Block',
    cell: ({ block_number, finality_status }) => (
      <a href={href(`/block/${finality_status === 'PRE_CONFIRMED' ? 'pre_confirmed' : block_number}`)}>
        {grouped(block_number)}
      </a>
    ),
    isNumber: true,
  },
  { name: 'Age', cell: ({ timestamp }) => <Ago seconds={timestamp} /> },
  { name: 'L2 gas', cell: ({ l2_gas }) => grouped(l2_gas), isNumber: true, isMinor: true },
  {
    name: 'Fee',
    cell: ({ actual_fee: { amount, unit } }) => <Amount amount={amount} unit={unit} decimals={5} />,
    isNumber: true,
    isMinor: true,
  },
];

const SHORT = new Set(['Transaction', 'What', 'Age', 'Result']);

/** A list of transactions. `isShort` shows the most important columns only. */
export const TransactionTable = ({
  transactions,
  isShort = false,
}: {
  readonly transactions: readonly Transaction[];
  readonly isShort?: boolean;
}) => (
  <Table
    label="Transactions"
    columns={isShort ? columns.filter(({ name }) => SHORT.has(name)) : columns}
    rows={transactions}
    keyOf={({ transaction_hash }) => transaction_hash}
  />
);
