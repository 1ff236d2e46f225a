import { useQuery } from '../../data/node/hooks.ts';
import { useCallNames } from '../../parts/explanations/callName.ts';
import { grouped } from '../../parts/values/format.ts';

const RECENT = 30;

/** Suggests the newest transactions that called something, with what they called. */
export function RecentTransactions({ id }: { readonly id: string }) {
  const { data } = useQuery('sandbox_getTransactions', { limit: RECENT });
  const calling = data?.transactions.filter(({ calls }) => calls.length > 0) ?? [];
  const nameOf = useCallNames(calling.map(({ calls }) => calls[0]!));
  return (
    <datalist id={id}>
      {calling.map(({ transaction_hash, calls, call_count, block_number, execution_status }) => (
        <option key={transaction_hash} value={transaction_hash}>
          {nameOf(calls[0]!)}
          {call_count > 1 && ` and ${call_count - 1} more`}, block {grouped(block_number)}
          {execution_status === 'REVERTED' && ', reverted'}
        </option>
      ))}
    </datalist>
  );
}
