import { isHex } from '../../data/text/hex.ts';
import { Failure, LoadedThing, Loading, NotHex } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { grouped, safeLines, shortHash } from '../../parts/values/format.ts';
import { href, type ScreenProps } from '../../routing/router.ts';
import { EventsPanel, StackPanel, StoragePanel, VariablesPanel } from './Panels.tsx';
import { SourcePanel } from './SourcePanel.tsx';
import { TimeStrip } from './TimeStrip.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useDebugger, type View } from './useDebugger.ts';

export default function DebuggerScreen({ params }: ScreenProps) {
  const hash = params['hash']!;
  if (!isHex(hash)) return <NotHex what="a transaction hash" value={hash} />;
  return <DebuggerView hash={hash} />;
}

function DebuggerView({ hash }: { readonly hash: string }) {
  const debug = useDebugger(hash);
  const { view, timeline, error } = debug;
  if (!view && error)
    return (
      <LoadedThing query={{ data: undefined, error, isLoading: false }} what="Transaction" value={hash}>
        {() => null}
      </LoadedThing>
    );
  return (
    <div class="stack debugger">
      <div class="row spread">
        <div class="row">
          <h1>Debugger</h1>
          <a href={href(`/tx/${hash}`)} title={hash}>
            <code>{shortHash(hash)}</code>
          </a>
          {view && <span class="muted number">{`step ${grouped(view.moment)} of ${grouped(view.moments)}`}</span>}
          {view?.gas_left !== undefined && view.gas_left !== null && (
            <span class="muted number">{`${grouped(BigInt(view.gas_left))} gas left`}</span>
          )}
        </div>
        <span class="muted">
          Share this moment
          <CopyButton text={window.location.href} what="link to this moment" />
        </span>
      </div>
      {error && <Failure error={error} />}
      {view ? (
        <>
          <Toolbar debug={debug} />
          {timeline && <TimeStrip view={view} timeline={timeline} onGoTo={debug.goTo} />}
          {view.warning !== null && (
            <p class="note-box bad" role="status">
              {view.warning}
            </p>
          )}
          <Note view={view} />
          <div class="debug-grid">
            <SourcePanel view={view} frame={debug.frame} debug={debug} />
            <div class="debug-side">
              <StackPanel view={view} frame={debug.frame} onShow={debug.showFrame} />
              <VariablesPanel view={view} />
              <StoragePanel view={view} />
              <EventsPanel view={view} onGoTo={debug.goTo} />
            </div>
          </div>
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** Why the debugger stopped. */
function Note({ view }: { readonly view: View }) {
  const text = noteOf(view);
  return text === undefined ? null : (
    <p class={view.reason === 'panic' ? 'note-box bad' : 'note-box'} role="status">
      {text}
    </p>
  );
}

function noteOf({ reason, panic, is_at_end }: View): string | undefined {
  if (is_at_end) return 'The transaction has ended. Step back, or drag the slider.';
  if (reason === 'panic') return `Panic${panic === null ? '' : `: ${safeLines(panic)}`}`;
  if (reason === 'storage') return 'Before a storage write.';
  return reason === 'event' ? 'Before an event.' : undefined;
}
