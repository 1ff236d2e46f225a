import { useQuery } from '../../data/node/hooks.ts';
import type { SentTransaction } from '../../data/transactions/sender.ts';
import { href } from '../../routing/router.ts';
import { CairoStack } from '../explanations/CairoStack.tsx';
import { Amount } from '../values/Amount.tsx';
import { ExecutionBadge } from '../values/Badges.tsx';
import { Hash } from '../values/Hash.tsx';
import { ReasonText } from '../values/ReasonText.tsx';

/** A transaction that was just sent and is not executed yet. */
export const Waiting = ({ hash }: { readonly hash: string }) => (
  <p class="answer">
    <Hash value={hash} kind="tx" /> waits in the <a href={href('/mempool')}>mempool</a> until it is selected. What
    became of it is shown here then.
  </p>
);

/** A transaction that was just sent: its status, why it failed, and a link to its screen. */
export const Sent = ({ transaction: { transactionHash, receipt, fee } }: { readonly transaction: SentTransaction }) => (
  <div class="answer">
    <ExecutionBadge status={receipt.execution_status} /> <Hash value={transactionHash} kind="tx" />{' '}
    <span class="muted">
      fee <Amount amount={fee} unit="FRI" />
    </span>
    {receipt.execution_status === 'REVERTED' && (
      <Reverted hash={transactionHash} nodeReason={receipt.revert_reason ?? ''} />
    )}
  </div>
);

function Reverted({ hash, nodeReason }: { readonly hash: string; readonly nodeReason: string }) {
  const { data, error } = useQuery('sandbox_explainTransaction', { transaction_hash: hash }, 'fixed');
  if (!data && !error) return null;
  return (
    <div class="stack">
      <p class="bad">
        <ReasonText reason={data?.reason ?? nodeReason} />
      </p>
      {data && <CairoStack stack={data.stack} />}
      <p>
        <a href={href(`/tx/${hash}`)}>Show its calls</a>
      </p>
    </div>
  );
}
