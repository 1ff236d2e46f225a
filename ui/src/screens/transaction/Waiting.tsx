import { useQuery } from '../../data/node/hooks.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { Json } from '../../parts/values/Json.tsx';
import { href } from '../../routing/router.ts';

/** A transaction that is in no block yet: there is neither a receipt nor a trace. */
export function Waiting({ hash }: { readonly hash: string }) {
  const transaction = useQuery('chain_getTransactionByHash', { transaction_hash: hash }, 'fixed');
  return (
    <div class="stack">
      <div>
        <div class="row">
          <h1>Transaction</h1>
          <span class="badge warn">received</span>
        </div>
        <p>
          <code>{hash}</code>
          <CopyButton text={hash} what="transaction hash" />
        </p>
        <p>
          It waits in the <a href={href('/mempool')}>mempool</a> until it is selected, and has not been executed.
        </p>
      </div>
      <Card title="Transaction">
        <Loaded query={transaction}>{(data) => <Json value={data} label="transaction" />}</Loaded>
      </Card>
    </div>
  );
}
