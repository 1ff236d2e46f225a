import { useMemo } from 'preact/hooks';
import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { readSpeedscope } from '../../../../src/tools/profile/readSpeedscope.ts';
import { type Query, useQuery } from '../node/hooks.ts';

/** A profile, and the file in which it came. */
export interface ReadProfile {
  readonly profile: Profile;
  readonly content: string;
}

/** Reads a profile as the node sends it. */
export const readProfileText = (content: string): Profile => readSpeedscope(content);

/** Where the gas of a transaction went. Nothing is asked without a hash. */
export function useProfile(hash: string | undefined): Query<ReadProfile> {
  const params = hash === undefined ? undefined : { transaction_hash: hash, format: 'speedscope' as const };
  const { data, ...query } = useQuery('sandbox_profileTransaction', params, 'fixed');
  const content = data?.content;
  const read = useMemo(
    () => (content === undefined ? undefined : { profile: readSpeedscope(content), content }),
    [content],
  );
  return { ...query, data: read };
}
