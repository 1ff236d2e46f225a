import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { type Block, useBlock } from '../../data/chain/useBlock.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { counted, dateText, grouped, price } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { href } from '../../routing/router.ts';

type Receipt = RpcResult<'chain_getTransactionReceipt'>;
type Transaction = RpcResult<'chain_getTransactionByHash'>;

interface Props {
  readonly hash: string;
  readonly receipt: Receipt;
}

/** The facts of a transaction, and what its fee is made of. */
export function Overview({ hash, receipt }: Props) {
  const transaction = useQuery('chain_getTransactionByHash', { transaction_hash: hash }, 'fixed');
  const { data: block } = useBlock({ block_number: receipt.block_number });
  return (
    <Loaded query={transaction}>
      {(data) => (
        <>
          <Card title="Transaction">
            <Facts rows={factsOf(data, receipt, block)} />
          </Card>
          {block && <Fee transaction={data} receipt={receipt} block={block} />}
        </>
      )}
    </Loaded>
  );
}

function factsOf(transaction: Transaction, receipt: Receipt, block: Block | undefined) {
  const sender = 'sender_address' in transaction ? transaction.sender_address : undefined;
  const contract =
    receipt.contract_address ?? ('contract_address' in transaction ? transaction.contract_address : undefined);
  return [
    ['Time', block && dateText(block.timestamp)],
    ['Sender', sender && <Hash key="sender" value={sender} kind="contract" full />],
    ['Contract', contract && <Hash key="contract" value={contract} kind="contract" full />],
    ['Class', 'class_hash' in transaction && <Hash key="class" value={transaction.class_hash} kind="class" full />],
    ['Version', `${Number(BigInt(transaction.version) & 0xffn)}`],
    ['Nonce', 'nonce' in transaction && transaction.nonce && BigInt(transaction.nonce).toString()],
    ['Tip', 'tip' in transaction && BigInt(transaction.tip) > 0n && price(transaction.tip, 'fri')],
    [
      'L1 transaction',
      'l1_transaction_hash' in transaction && transaction.l1_transaction_hash && (
        <Hash key="l1" value={transaction.l1_transaction_hash} full />
      ),
    ],
    [
      'Cheats',
      receipt.cheats && (
        <span key="cheats" class="warn">
          {receipt.cheats
            .map(({ cheat_id, kind, calls }) => `${kind} ${cheat_id}: ${counted(calls, 'call')}`)
            .join(', ')}
        </span>
      ),
    ],
    [
      'Message',
      receipt.message_hash && (
        <a key="message" class="hash" href={href(`/messages?hash=${receipt.message_hash}`)}>
          {receipt.message_hash}
        </a>
      ),
    ],
    [
      'Signature',
      'signature' in transaction && transaction.signature.length > 0 && (
        <code key="signature">{transaction.signature.slice(0, 20).join(' ')}</code>
      ),
    ],
  ] as const;
}

interface FeeRow {
  readonly name: string;
  readonly used: bigint;
  readonly price: bigint;
  readonly bound: string | undefined;
}

/** What was paid for each kind of gas, and what the sender allowed. */
function Fee({ transaction, receipt, block }: { transaction: Transaction; receipt: Receipt; block: Block }) {
  const { amount: fee, unit } = receipt.actual_fee;
  const bounds = 'resource_bounds' in transaction ? transaction.resource_bounds : undefined;
  const tip = 'tip' in transaction ? BigInt(transaction.tip) : 0n;
  const inUnit = (of: Block['l1_gas_price']) => BigInt(unit === 'FRI' ? of.price_in_fri : of.price_in_wei);
  const allowed = (bound: { max_amount: string; max_price_per_unit: string } | undefined) =>
    bound && `${grouped(BigInt(bound.max_amount))} at ${price(bound.max_price_per_unit, 'fri')}`;
  const resources = receipt.execution_resources;
  const rows: readonly FeeRow[] = [
    {
      name: 'L2 gas',
      used: BigInt(resources.l2_gas),
      price: inUnit(block.l2_gas_price) + tip,
      bound: allowed(bounds?.l2_gas),
    },
    {
      name: 'L1 gas',
      used: BigInt(resources.l1_gas),
      price: inUnit(block.l1_gas_price),
      bound: allowed(bounds?.l1_gas),
    },
    {
      name: 'L1 data gas',
      used: BigInt(resources.l1_data_gas),
      price: inUnit(block.l1_data_gas_price),
      bound: allowed(bounds?.l1_data_gas),
    },
  ];
  return (
    <Card
      title="Fee"
      more={
        <span>
          <Amount amount={fee} unit={unit} />
          <CopyButton text={BigInt(fee).toString()} what={`fee in ${unit.toLowerCase()}`} />
        </span>
      }
      isFlush
    >
      <Table
        label="Parts of the fee"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Resource', cell: ({ name }) => name },
          { name: 'Used', cell: ({ used }) => grouped(used), isNumber: true },
          { name: 'Price', cell: (row) => price(row.price, unit === 'FRI' ? 'fri' : 'wei'), isNumber: true },
          {
            name: 'Cost',
            cell: (row) => <Amount amount={row.used * row.price} unit={unit} />,
            isNumber: true,
          },
          { name: 'Allowed', cell: ({ bound }) => bound ?? '', isNumber: true },
        ]}
      />
    </Card>
  );
}
