import { useQuery } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { type Column, Table } from '../../parts/layout/Table.tsx';
import { grouped, shortHash } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { Ago } from '../../parts/values/Time.tsx';
import { RpcFailure } from '../../transport/connection.ts';
import { type MempoolTransaction, type QueuedNonces, READY, turnOf } from './queue.ts';

const shared: readonly Column<MempoolTransaction>[] = [
  { name: 'Transaction', cell: ({ transaction_hash }) => <Hash value={transaction_hash} kind="tx" /> },
  { name: 'Type', cell: ({ type }) => type.toLowerCase().replace('_', ' ') },
  { name: 'Sender', cell: ({ sender_address }) => <Hash value={sender_address} kind="contract" bare /> },
  { name: 'Nonce', cell: ({ nonce }) => grouped(BigInt(nonce)), isNumber: true },
  { name: 'Tip', cell: ({ tip }) => grouped(BigInt(tip)), isNumber: true },
];

interface Props {
  readonly transactions: readonly MempoolTransaction[];
  readonly nonces: QueuedNonces;
  readonly onSelect: (hash: string) => void;
  readonly onRemove: (hash: string) => void;
}

/** The transactions that wait, in order of arrival. */
export function Queue({ transactions, nonces, onSelect, onRemove }: Props) {
  const columns: readonly Column<MempoolTransaction>[] = [
    { name: 'Arrival', cell: ({ arrival_id }) => grouped(arrival_id), isPlain: false },
    ...shared,
    { name: 'Came', cell: ({ arrived_at }) => <Ago seconds={arrived_at} />, isMinor: true },
    { name: 'State', cell: (row) => <TurnBadge transaction={row} nonces={nonces} />, isPlain: true },
    {
      name: 'Actions',
      isPlain: true,
      cell: ({ transaction_hash: hash }) => (
        <span class="row">
          <ActionButton
            method="sandbox_preconfirmTransactions"
            class="button small"
            aria-label={`Select ${shortHash(hash)}`}
            onClick={() => onSelect(hash)}
          >
            Select
          </ActionButton>
          <ActionButton
            method="sandbox_removeFromMempool"
            class="button small danger"
            aria-label={`Remove ${shortHash(hash)}`}
            onClick={() => onRemove(hash)}
          >
            Remove
          </ActionButton>
        </span>
      ),
    },
  ];
  return (
    <Table
      label="Transactions that wait"
      columns={columns}
      rows={transactions}
      keyOf={({ transaction_hash }) => transaction_hash}
    />
  );
}

/** The code of the error about a contract that does not exist. */
const NO_CONTRACT = 20;

function TurnBadge({ transaction, nonces }: { transaction: MempoolTransaction; nonces: QueuedNonces }) {
  const { type, sender_address, nonce } = transaction;
  const isMessage = type === 'L1_HANDLER';
  const { data, error } = useQuery(
    'chain_getNonce',
    isMessage ? undefined : { block_id: 'pre_confirmed', contract_address: sender_address },
  );
  // An account that is still to be deployed begins at 0.
  const accountNonce = error instanceof RpcFailure && error.code === NO_CONTRACT ? '0x0' : data;
  if (!isMessage && accountNonce === undefined) return null;
  const { tone, text } = isMessage
    ? READY
    : turnOf(BigInt(nonce), BigInt(accountNonce!), nonces.get(sender_address) ?? new Set());
  return <span class={`badge ${tone}`}>{text}</span>;
}

/** A transaction of the open block. Of those that did not come through the mempool only the hash is known here. */
export interface Proposed {
  readonly place: number;
  readonly hash: string;
  readonly transaction: MempoolTransaction | undefined;
}

const proposalColumns: readonly Column<Proposed>[] = [
  { name: 'Place', cell: ({ place }) => grouped(place) },
  { name: 'Transaction', cell: ({ hash }) => <Hash value={hash} kind="tx" /> },
  ...shared.slice(1).map(
    ({ cell, ...column }): Column<Proposed> => ({
      ...column,
      cell: ({ transaction }) => transaction && cell(transaction),
    }),
  ),
];

/** The transactions of the open block, in its order. */
export const Proposal = ({ rows }: { readonly rows: readonly Proposed[] }) => (
  <Table label="Transactions of the open block" columns={proposalColumns} rows={rows} keyOf={({ hash }) => hash} />
);
