import { useMemo } from 'preact/hooks';
import { functionBySelector } from '../../../../src/abi/functionBySelector.ts';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { abiOf } from '../../data/contracts/contractAbi.ts';
import { feltOfText } from '../../data/contracts/values.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { Table } from '../../parts/layout/Table.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { grouped, safeLines, safeName, shortHash } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';
import { ReasonText } from '../../parts/values/ReasonText.tsx';
import { href } from '../../routing/router.ts';
import { shortReason } from './shortReason.ts';

export type Message = RpcResult<'sandbox_getL1Messages'>['messages'][number];

const TONES = { waiting: 'warn', delivered: 'good', consumed: 'accent', refused: 'bad' } as const;
const MOST_FELTS = 20;

/** Messages with their state, and the transactions of both sides. */
export const MessageTable = ({ messages }: { readonly messages: readonly Message[] }) => (
  <Table
    label="Messages"
    rows={messages.map((message, index) => ({ ...message, index }))}
    // Equal messages can be sent to L1 more than once in a transaction.
    keyOf={({ message_hash, index }) => `${message_hash} ${index}`}
    columns={[
      { name: 'Direction', cell: ({ direction }) => (direction === 'to_l2' ? 'L1 → L2' : 'L2 → L1') },
      { name: 'State', cell: (message) => <State message={message} />, isPlain: true },
      {
        name: 'From',
        cell: ({ from_address, direction }) => (
          <Hash value={from_address} kind={direction === 'to_l1' ? 'contract' : undefined} bare />
        ),
        isMinor: true,
      },
      {
        name: 'To',
        cell: ({ to_address, direction }) => (
          <Hash value={to_address} kind={direction === 'to_l2' ? 'contract' : undefined} bare />
        ),
      },
      { name: 'Handler', cell: (message) => message.selector !== undefined && <Handler message={message} /> },
      {
        name: 'L2 transaction',
        cell: ({ transaction_hash, block_number }) =>
          transaction_hash === undefined ? (
            <span class="muted">none yet</span>
          ) : (
            <>
              <Hash value={transaction_hash} kind="tx" bare />{' '}
              {block_number !== undefined && (
                <a class="muted" href={href(`/block/${block_number}`)}>
                  block {grouped(block_number)}
                </a>
              )}
            </>
          ),
      },
      {
        name: 'L1 transaction',
        cell: ({ l1_transaction_hash }) =>
          l1_transaction_hash === undefined ? (
            <span class="muted">not known</span>
          ) : (
            <MessagesOf hash={l1_transaction_hash} />
          ),
      },
      { name: 'Message', cell: ({ message_hash }) => <MessagesOf hash={message_hash} />, isMinor: true },
      {
        name: 'Payload',
        cell: ({ payload }) => (
          <code class="clip" title={payload.slice(0, MOST_FELTS).join(' ')}>
            {payload.slice(0, MOST_FELTS).join(' ')}
            {payload.length > MOST_FELTS && ` and ${grouped(payload.length - MOST_FELTS)} more`}
          </code>
        ),
        isMinor: true,
      },
    ]}
  />
);

/** A hash of L1, which leads to all messages that have it. */
const MessagesOf = ({ hash }: { readonly hash: string }) => (
  <span class="nowrap">
    <a class="hash" href={href(`/messages?hash=${hash}`)} title={hash}>
      {shortHash(hash)}
    </a>
    <CopyButton text={hash} what="value" />
  </span>
);

/** The handler of a message by its name, or by its selector where no ABI has it. */
function Handler({ message: { to_address, selector } }: { readonly message: Message }) {
  const found = useQuery('chain_getClassAt', { block_id: 'pre_confirmed', contract_address: to_address }, 'fixed').data;
  const abi = useMemo(() => found && abiOf(found), [found]);
  const name = abi && selector && functionBySelector(abi, feltOfText(selector), selectorOfName)?.name;
  return <span class="nowrap">{name ? safeName(name, 60) : shortHash(selector ?? '')}</span>;
}

function State({ message: { state, reason } }: { readonly message: Message }) {
  return (
    <>
      <span class={`badge ${TONES[state]}`}>{state}</span>
      {reason !== undefined && (
        <div class="bad clip" title={safeLines(reason)}>
          <ReasonText reason={shortReason(reason)} />
        </div>
      )}
    </>
  );
}
