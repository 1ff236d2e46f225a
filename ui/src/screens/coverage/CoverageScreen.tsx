import type { CoverageAnswer } from '../../data/coverage/coverage.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { type OnceQuery, useOnce } from '../../data/node/useOnce.ts';
import { numberIn } from '../../data/text/filterValues.ts';
import { isHex } from '../../data/text/hex.ts';
import { RefusalNote } from '../../parts/forms/ActionButton.tsx';
import { CoverageTables, ShareBar } from '../../parts/measures/CoverageTables.tsx';
import { placeText } from '../../parts/measures/placeText.ts';
import { Failure, Loaded, NotHex } from '../../parts/messages/messages.tsx';
import { grouped, shortHash } from '../../parts/values/format.ts';
import { href, useLocation } from '../../routing/router.ts';
import { CoveredSource } from './CoveredSource.tsx';

/** What ran of the user's Cairo code: in the whole run or in one transaction, by contract and file, and in the source of a file. */
export default function CoverageScreen() {
  const { query } = useLocation();
  const hash = query.get('tx') ?? undefined;
  const file = query.get('file') ?? undefined;
  const named = file === undefined ? {} : { file };
  const isRefused = useRefusals()('sandbox_getCoverage') !== undefined;
  const isNamed = hash === undefined || isHex(hash);
  const isAsked = isNamed && !isRefused;
  const transaction = useOnce(
    'sandbox_getCoverage',
    hash !== undefined && isAsked ? { format: 'lcov', transaction_hash: hash, ...named } : undefined,
  );
  // The whole run is the same beside all files of a transaction, which has their sources.
  const isSourceHere = hash !== undefined && transaction.data?.source !== null;
  const run = useOnce('sandbox_getCoverage', isAsked ? { format: 'lcov', ...(!isSourceHere && named) } : undefined);
  if (isRefused)
    return (
      <div class="stack">
        <h1>Coverage</h1>
        <RefusalNote method="sandbox_getCoverage" />
      </div>
    );
  if (!isNamed) return <NotHex what="a transaction hash" value={hash} />;
  const main = hash === undefined ? run : transaction;
  return (
    <div class={file === undefined ? 'stack' : 'stack wide-screen'}>
      <div class="row spread">
        <div class="row">
          <h1>Coverage</h1>
          {hash !== undefined && (
            <>
              of <a href={href(`/tx/${hash}?tab=coverage`)} title={hash}>{`transaction ${shortHash(hash)}`}</a>
            </>
          )}
        </div>
        {(hash !== undefined || file !== undefined) && <a href={href('/coverage')}>Coverage of the whole run</a>}
      </div>
      {hash === undefined && <About query={run} />}
      {file === undefined ? (
        <Loaded query={main}>{(answer) => <CoverageTables answer={answer} hash={hash} />}</Loaded>
      ) : (
        <Loaded query={main}>
          {(answer) => (
            <Source
              answer={answer}
              file={file}
              run={hash === undefined ? answer : run.data}
              transaction={hash === undefined ? undefined : answer}
              hash={hash}
              line={numberIn(query, 'line')}
            />
          )}
        </Loaded>
      )}
      {hash !== undefined && run.error && <Failure error={run.error} onRetry={run.again} />}
    </div>
  );
}

/** What is counted, and how to count it again. */
function About({ query: { data, error, isOld, isBusy, again } }: { readonly query: OnceQuery<CoverageAnswer> }) {
  if (!data)
    return error ? null : (
      <p class="muted">Counting all transactions of the chain: they run again, which takes a while on a long chain.</p>
    );
  return (
    <div class="row spread">
      <p class="muted">
        {data.counted === 'RUN' ? (
          'Everything that ran since the node was started: transactions, calls and estimates.'
        ) : (
          <>
            All transactions of this chain, run again. Start the node with <code>--coverage DIR</code> to count calls
            and estimates too, and what was taken back.
          </>
        )}
      </p>
      <button type="button" class={isOld ? 'button primary' : 'button'} disabled={isBusy} onClick={again}>
        {isBusy ? 'Counting …' : isOld ? 'The chain has changed: count again' : 'Count again'}
      </button>
    </div>
  );
}

/** What the counts of the whole run are counts of. */
const wholeRun = (run: CoverageAnswer | undefined): string =>
  run?.counted === 'RUN' ? 'everything that ran since the node was started' : 'all transactions of the chain';

interface SourceProps {
  readonly answer: CoverageAnswer;
  readonly file: string;
  readonly run: CoverageAnswer | undefined;
  readonly transaction: CoverageAnswer | undefined;
  readonly hash: string | undefined;
  readonly line: number | undefined;
}

/** A file; the node finds it by its path or by the name that debug information has for it. */
function Source({ answer, file, run, transaction, hash, line }: SourceProps) {
  const found =
    answer.files.find(({ path, names }) => path === file || names.includes(file)) ??
    run?.files.find(({ path, names }) => path === file || names.includes(file));
  const path = found?.path ?? file;
  return (
    <section class="card">
      <header>
        <h2 title={path}>{placeText(path)}</h2>
        <span class="row">
          {found && (
            <>
              <span class="nowrap">
                {grouped(found.lines.hit)} of {grouped(found.lines.found)} lines{' '}
                <ShareBar share={found.lines} what="lines" />
              </span>
              <span class="nowrap">
                branches <ShareBar share={found.branches} what="branches" />
              </span>
            </>
          )}
        </span>
      </header>
      <p class="legend muted">
        <i class="ran" /> ran <i class="partial" /> ran, but a branch did not <i class="missed" /> did not run. A line
        that did not run or has no code may have used gas: moves of values and inlined functions are not counted for it.{' '}
        {hash === undefined
          ? `Left of the line numbers: how often, in ${wholeRun(run)}.`
          : `Left of the line numbers: how often, in this transaction and in the whole run (${wholeRun(run)}${run ? '' : ', still being counted'}). A line number opens the debugger there.`}
      </p>
      <CoveredSource
        path={path}
        source={answer.source ?? run?.source ?? null}
        run={run}
        transaction={transaction}
        hash={hash}
        line={line}
      />
    </section>
  );
}
