import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { Card, Facts } from '../../parts/layout/Card.tsx';
import { Hash } from '../../parts/values/Hash.tsx';
import { href } from '../../routing/router.ts';

/** The messages to L1 that a transaction sent. */
export const Messages = ({ receipt }: { readonly receipt: RpcResult<'chain_getTransactionReceipt'> }) => (
  <>
    <p>
      <a href={href(`/messages?hash=${receipt.transaction_hash}`)}>What became of them on L1</a>
    </p>
    {receipt.messages_sent.slice(0, 200).map(({ from_address, to_address, payload }, i) => (
      <Card key={i} title={`Message ${i} to L1`}>
        <Facts
          rows={[
            ['From', <Hash key="from" value={from_address} kind="contract" full />],
            ['To (L1)', <Hash key="to" value={to_address} full />],
            ['Payload', <code key="payload">{payload.slice(0, 200).join(' ')}</code>],
          ]}
        />
      </Card>
    ))}
  </>
);
