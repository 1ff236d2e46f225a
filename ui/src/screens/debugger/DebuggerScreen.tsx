import { useMemo } from 'preact/hooks';
import { type LineCounts, readLcov } from '../../data/coverage/lineCounts.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { gasByLine, type OwnGas } from '../../data/profile/lineGas.ts';
import { useProfile } from '../../data/profile/useProfile.ts';
import { isHex } from '../../data/text/hex.ts';
import { jsonText } from '../../data/text/jsonText.ts';
import { keptSimulation } from '../../data/transactions/debuggedSimulation.ts';
import { Empty, Failure, isNotFound, LoadedThing, Loading, NotHex } from '../../parts/messages/messages.tsx';
import { ExportButton } from '../../parts/share/ExportButton.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { grouped, reasonText, safeLines, safeName, shortHash, shortHashesIn } from '../../parts/values/format.ts';
import { href, type ScreenProps } from '../../routing/router.ts';
import { BreakpointsPanel } from './BreakpointsPanel.tsx';
import { EventsPanel, StackPanel, StoragePanel, VariablesPanel } from './Panels.tsx';
import { SourcePanel } from './SourcePanel.tsx';
import { TimeStrip } from './TimeStrip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { type DebugSource, type Timeline, useDebugger, type View, type WrittenThing } from './useDebugger.ts';
import { useFailure } from './useFailure.ts';
import { WatchPanel } from './WatchPanel.tsx';

/** The debugger of a transaction of the chain, or of the simulation that was made last. */
export default function DebuggerScreen({ params }: ScreenProps) {
  const { hash } = params;
  const source = useMemo(() => (hash === undefined ? simulationSource() : transactionSource(hash)), [hash]);
  if (hash !== undefined && !isHex(hash)) return <NotHex what="a transaction hash" value={hash} />;
  if (!source)
    return (
      <div class="stack">
        <h1>Debugger</h1>
        <Empty title="There is no simulation to debug">
          <a href={href('/simulate')}>Simulate something</a> and press Debug beside its result.
        </Empty>
      </div>
    );
  return <DebuggerView hash={hash} source={source} />;
}

const transactionSource = (hash: string): DebugSource => ({
  key: hash,
  ask: (node, params) => node.request('sandbox_debugTransaction', { transaction_hash: hash, ...params }),
});

function simulationSource(): DebugSource | undefined {
  const simulation = keptSimulation();
  return (
    simulation && {
      key: jsonText(simulation),
      ask: (node, params) => node.request('sandbox_debugEstimate', { ...simulation, ...params }),
      // A sealed block stays as it was when the simulation was made.
      ...(simulation.block_id === 'pre_confirmed' && {
        note: 'This simulation starts from the open block as it is now, which may have changed since it was made.',
      }),
    }
  );
}

interface ViewProps {
  /** The hash of a transaction of the chain; undefined for a simulation. */
  readonly hash: string | undefined;
  readonly source: DebugSource;
}

function DebuggerView({ hash, source }: ViewProps) {
  const debug = useDebugger(source);
  const { view, timeline, error } = debug;
  const shown = view === undefined ? undefined : hash;
  const failure = useFailure(shown, timeline);
  const isFailure = view !== undefined && !view.is_at_end && failure?.moment === view.moment;
  const [gas, counts] = [useLineGas(shown), useLineCounts(shown)];
  // A transaction that was taken back while it was looked at has no moments any more.
  if (error && (!view || isNotFound(error)))
    return (
      <LoadedThing
        query={{ data: undefined, error, isLoading: false, again: debug.again }}
        what="Transaction"
        value={hash ?? ''}
      >
        {() => null}
      </LoadedThing>
    );
  return (
    <div class="stack debugger wide-screen">
      <div class="row spread">
        <div class="row">
          <h1>Debugger</h1>
          {hash === undefined ? (
            <a href={href('/simulate')}>simulation</a>
          ) : (
            <a href={href(`/tx/${hash}`)} title={hash}>
              <code>{shortHash(hash)}</code>
            </a>
          )}
          {view && <span class="muted number">{`step ${grouped(view.moment)} of ${grouped(view.moments)}`}</span>}
          {view?.gas_left !== undefined && view.gas_left !== null && (
            <span class="muted number">{`${grouped(BigInt(view.gas_left))} gas left`}</span>
          )}
        </div>
        {hash !== undefined && (
          <span class="row">
            <span class="muted">
              Share this moment
              <CopyButton text={window.location.href} what="link to this moment" />
            </span>
            {view && <ExportButton key={view.moment} hash={hash} moment={view.moment} />}
          </span>
        )}
      </div>
      {error && <Failure error={error} />}
      {view ? (
        <>
          <Toolbar debug={debug} />
          {timeline && <TimeStrip view={view} timeline={timeline} onGoTo={debug.goTo} onGoToMark={debug.goToMark} />}
          {view.warning !== null && (
            <p class="note-box bad" role="status">
              {view.warning}
            </p>
          )}
          {source.note !== undefined && <p class="note-box">{source.note}</p>}
          {debug.unwritten && (
            <p class="note-box unwritten" role="status">
              {unwrittenText(debug.unwritten)}
            </p>
          )}
          <Note view={view} timeline={timeline} failure={isFailure ? failure.reason : undefined} />
          <div class="debug-grid">
            <SourcePanel
              view={view}
              timeline={timeline}
              debug={debug}
              isFailure={isFailure}
              gas={gas}
              counts={counts}
            />
            <div class="debug-side">
              <VariablesPanel view={view} frame={debug.frame} onWrite={debug.goToWrite} />
              <WatchPanel view={view} />
              <StackPanel view={view} frame={debug.frame} onShow={debug.showFrame} />
              <StoragePanel view={view} onWrite={debug.goToWrite} />
              <BreakpointsPanel debug={debug} />
              <EventsPanel view={view} onGoTo={debug.goToMark} />
            </div>
          </div>
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

const NO_GAS: ReadonlyMap<string, OwnGas> = new Map();

/** What lines cost, once the transaction is shown; empty while it is not known. */
function useLineGas(hash: string | undefined): ReadonlyMap<string, OwnGas> {
  const profile = useProfile(hash).data?.profile;
  return useMemo(() => (profile === undefined ? NO_GAS : gasByLine(profile)), [profile]);
}

const NO_COUNTS: ReadonlyMap<string, LineCounts> = new Map();

/** How often the lines of each file ran in the transaction, once it is shown. */
function useLineCounts(hash: string | undefined): ReadonlyMap<string, LineCounts> {
  const isRefused = useRefusals()('sandbox_getCoverage') !== undefined;
  const params = hash === undefined || isRefused ? undefined : { transaction_hash: hash, format: 'lcov' as const };
  const { data } = useQuery('sandbox_getCoverage', params, 'fixed');
  return useMemo(() => {
    if (!data) return NO_COUNTS;
    const counts = readLcov(data.content);
    return new Map(data.files.flatMap(({ path, names }) => names.map((name) => [name, counts.get(path)!] as const)));
  }, [data]);
}

interface NoteProps {
  readonly view: View;
  readonly timeline: Timeline | undefined;
  /** Why the line fails that runs next; its panic comes some steps later. */
  readonly failure: string | undefined;
}

/** Why the debugger stopped. */
function Note({ view, timeline, failure }: NoteProps) {
  const place = view.stack[0]?.file === null ? 'Sierra statement' : 'line';
  const text = failure === undefined ? noteOf(view, timeline) : `It fails in this ${place}: ${reasonText(failure)}`;
  return text === undefined ? null : (
    <p class={failure !== undefined || view.reason === 'panic' ? 'note-box bad' : 'note-box'} role="status">
      {text}
    </p>
  );
}

/** What is known of something whose last write the transaction does not have. */
function unwrittenText(thing: WrittenThing): string {
  const until = 'before this step';
  return 'cell' in thing
    ? `${shortHashesIn(safeName(thing.cell, 200))}: this transaction has no write of it ${until}. Its value is from before the transaction.`
    : `${safeName(thing.variable, 80)}: no line of this function that gave it its value was found ${until}.`;
}

function noteOf({ moment, reason, panic, is_at_end }: View, timeline: Timeline | undefined): string | undefined {
  if (is_at_end) return 'The transaction has ended. Step back, or drag the slider.';
  // The first is the call that runs, or leads to it.
  if (reason === 'start' && timeline?.calls.filter(({ start }) => start < moment)[1])
    return 'There is no source before this line. The slider and the bars lead to the calls before it.';
  if (reason === 'panic') return `Panic${panic === null ? '' : `: ${safeLines(panic)}`}`;
  if (reason === 'storage') return 'Before a storage write.';
  return reason === 'event' ? 'Before an event.' : undefined;
}
