import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { usePreviousSame } from '../../data/profile/usePreviousSame.ts';
import { useProfile } from '../../data/profile/useProfile.ts';
import { useCallNames } from '../../parts/explanations/callName.ts';
import { ProfileActions } from '../../parts/measures/ProfileActions.tsx';
import { ProfileView } from '../../parts/measures/ProfileView.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { grouped, shortHash } from '../../parts/values/format.ts';
import { href } from '../../routing/router.ts';

interface Props {
  readonly hash: string;
  readonly receipt: RpcResult<'chain_getTransactionReceipt'>;
}

/** Where the gas of a transaction went, by function and line, and ways to compare it. */
export function GasTab({ hash, receipt }: Props) {
  const query = useProfile(hash);
  const previous = usePreviousSame(hash);
  const nameOf = useCallNames(previous ? [previous.call] : []);
  const { l2_gas, l1_gas, l1_data_gas } = receipt.execution_resources;
  return (
    <Loaded query={query}>
      {({ profile, content }) => (
        <>
          <div class="row spread">
            <p class="muted">
              {grouped(l2_gas)} L2 gas in the receipt
              {BigInt(l2_gas) === profile.l2Gas
                ? ', and as much in the bars and rows below'
                : `, and ${grouped(profile.l2Gas)} in the bars and rows below`}
              . Besides, {grouped(l1_data_gas)} L1 data gas and {grouped(l1_gas)} L1 gas, which no code uses.
            </p>
            <div class="row">
              {previous && (
                <a
                  class="button small primary long"
                  href={href(`/gas/compare?before=${previous.hash}&after=${hash}`)}
                  title={previous.hash}
                >
                  Compare with the {nameOf(previous.call)} before
                </a>
              )}
              <a class="button small" href={href(`/gas/compare?after=${hash}`)}>
                Compare with another
              </a>
              <ProfileActions name={`gas ${shortHash(hash)}`} profile={profile} content={content} />
            </div>
          </div>
          <ProfileView profile={profile} hash={hash} />
        </>
      )}
    </Loaded>
  );
}
