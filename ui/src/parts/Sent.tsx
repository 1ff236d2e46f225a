import type { SentTransaction } from '../data/sender.ts';
import { Amount } from './Amount.tsx';
import { ExecutionBadge } from './Badges.tsx';
import { Hash } from './Hash.tsx';

/** A transaction that was just sent: what became of it, and the way to its screen. */
export const Sent = ({ transaction: { transactionHash, receipt, fee } }: { readonly transaction: SentTransaction }) => (
  <div class="answer">
    <ExecutionBadge status={receipt.execution_status} /> <Hash value={transactionHash} kind="tx" />{' '}
    <span class="muted">
      fee <Amount amount={fee} unit="FRI" />
    </span>
  </div>
);
