import { useQuery } from '../../data/node/hooks.ts';
import { useCallNames } from '../../parts/explanations/callName.ts';
import type { Suggestion } from '../../parts/forms/Field.tsx';
import { grouped } from '../../parts/values/format.ts';

const RECENT = 30;

/** The newest transactions that called something, with what they called. */
export function useRecentTransactions(): readonly Suggestion[] {
  const { data } = useQuery('sandbox_getTransactions', { limit: RECENT });
  const calling = data?.transactions.filter(({ calls }) => calls.length > 0) ?? [];
  const nameOf = useCallNames(calling.map(({ calls }) => calls[0]!));
  return calling.map(({ transaction_hash, calls, call_count, block_number, execution_status }) => {
    const more = call_count > 1 ? ` and ${call_count - 1} more` : '';
    const reverted = execution_status === 'REVERTED' ? ', reverted' : '';
    return {
      value: transaction_hash,
      name: `${nameOf(calls[0]!)}${more}, block ${grouped(block_number)}${reverted}`,
    };
  });
}
