import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { href } from '../../routing/router.ts';
import { useCallNames } from '../explanations/callName.ts';
import { type Column, Table } from '../layout/Table.tsx';
import { Amount } from '../values/Amount.tsx';
import { ExecutionBadge } from '../values/Badges.tsx';
import { grouped, shortHash, TYPE_NAMES } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { Ago } from '../values/Time.tsx';

type Transaction = RpcResult<'sandbox_getTransactions'>['transactions'][number];

/** Calls that are named; the others are counted. */
const NAMED_CALLS = 2;

/** What a transaction does, in a few words. */
function Action({ transaction: { type, calls, call_count, class_hash } }: { readonly transaction: Transaction }) {
  const named = calls.slice(0, NAMED_CALLS);
  const names = named.map(useCallNames(named));
  const more = call_count - names.length;
  const text =
    type === 'DECLARE'
      ? `declare ${class_hash ? shortHash(class_hash) : ''}`
      : type === 'DEPLOY_ACCOUNT' || names.length === 0
        ? TYPE_NAMES[type]
        : `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return (
    <span class="clip">
      {type === 'L1_HANDLER' && names.length > 0 && <span class="muted">{TYPE_NAMES[type]} </span>}
      {text}
    </span>
  );
}

const columns: readonly Column<Transaction>[] = [
  { name: 'Transaction', cell: ({ transaction_hash }) => <Hash value={transaction_hash} kind="tx" /> },
  { name: 'Result', cell: ({ execution_status }) => <ExecutionBadge status={execution_status} />, isPlain: true },
  { name: 'What', cell: (row) => <Action transaction={row} />, isPlain: true },
  {
    name: 'Sender',
    // The node names the contract that handles a message, because nobody on L2 sends it.
    cell: ({ type, sender_address }) =>
      type === 'L1_HANDLER' ? <span class="muted">L1</span> : <Hash value={sender_address} kind="contract" bare />,
    isMinor: true,
  },
  {
    name: 'Block',
    cell: ({ block_number, finality_status }) => (
      <a href={href(`/block/${finality_status === 'PRE_CONFIRMED' ? 'pre_confirmed' : block_number}`)}>
        {grouped(block_number)}
      </a>
    ),
    isNumber: true,
  },
  { name: 'Age', cell: ({ timestamp }) => <Ago seconds={timestamp} />, isPlain: true },
  { name: 'L2 gas', cell: ({ l2_gas }) => grouped(l2_gas), isNumber: true, isMinor: true },
  {
    name: 'Fee',
    cell: ({ actual_fee: { amount, unit } }) => <Amount amount={amount} unit={unit} />,
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
