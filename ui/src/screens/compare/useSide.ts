import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { type Call, callsOfAccount } from '../../data/explanations/explanation.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { type KeptProfile, keptProfiles } from '../../data/profile/keptProfiles.ts';
import { useProfile } from '../../data/profile/useProfile.ts';
import { useStore } from '../../data/stores/store.ts';
import { isHex } from '../../data/text/hex.ts';
import { isNotFound } from '../../parts/messages/messages.tsx';
import { shortHash } from '../../parts/values/format.ts';
import { href } from '../../routing/router.ts';

export interface Side {
  readonly name: string;
  readonly link: string | undefined;
  /** What the transaction called; empty for a profile that was kept. */
  readonly calls: readonly Call[];
  readonly isReverted: boolean;
  readonly isAsked: boolean;
  readonly profile: Profile | undefined;
  readonly error: Error | undefined;
}

/** What one side of the address names: a hash, or a profile that was kept. */
export function useSide(value: string): Side {
  const kept = useStore(keptProfiles).find(({ id }: KeptProfile) => id === value);
  const isHash = isHex(value);
  const { data, error } = useProfile(isHash ? value : undefined);
  const explained = useQuery('sandbox_explainTransaction', isHash ? { transaction_hash: value } : undefined, 'fixed');
  if (isHash) {
    const missing = isNotFound(error)
      ? new Error(
          `This chain has no transaction ${shortHash(value)}. Go to the branch that has it, and keep its profile.`,
        )
      : error;
    return {
      name: shortHash(value),
      link: href(`/tx/${value}?tab=gas`),
      calls: outerCalls(explained.data?.calls ?? []),
      isReverted: (explained.data?.reason ?? null) !== null,
      isAsked: true,
      profile: data?.profile,
      error: missing,
    };
  }
  const gone =
    value === '' || kept
      ? undefined
      : new Error('This profile was not kept: the page was loaded again. Choose it anew.');
  return {
    name: kept?.name ?? '',
    link: undefined,
    calls: [],
    isReverted: false,
    isAsked: value !== '',
    profile: kept?.profile,
    error: gone,
  };
}

/** What an account was asked to call, or what was called without one. */
function outerCalls(calls: readonly Call[]): readonly Call[] {
  const executed = calls.find(({ phase }) => phase !== 'VALIDATE' && phase !== 'FEE_TRANSFER');
  if (!executed) return [];
  return callsOfAccount(executed) ? executed.calls : [executed];
}
