import { useQuery } from '../../data/node/hooks.ts';
import { CoverageTables } from '../../parts/measures/CoverageTables.tsx';
import { Loaded } from '../../parts/messages/messages.tsx';
import { href } from '../../routing/router.ts';

/** What ran of the user's code in a transaction. */
export function CoverageTab({ hash }: { readonly hash: string }) {
  const query = useQuery('sandbox_getCoverage', { transaction_hash: hash, format: 'lcov' }, 'fixed');
  return (
    <Loaded query={query}>
      {(answer) => (
        <>
          <p class="muted">
            What this transaction ran of your code. A file opens with its lines in colours, beside how often they ran in
            the <a href={href('/coverage')}>whole run</a>.
          </p>
          <CoverageTables answer={answer} hash={hash} />
        </>
      )}
    </Loaded>
  );
}
