import type { ComponentChildren } from 'preact';
import { explainedFailure } from '../../data/explanations/explainedFailure.ts';
import type { Query } from '../../data/node/hooks.ts';
import { jsonText } from '../../data/text/jsonText.ts';
import { href } from '../../routing/router.ts';
import { RpcFailure } from '../../transport/connection.ts';
import { Code } from '../values/Code.tsx';
import { safeLines, safeName } from '../values/format.ts';

const MAX_DATA = 20_000;

/** Shown where there is nothing: says what will be here, and how to get it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

export const Loading = () => (
  <p class="loading" aria-busy="true">
    Loading…
  </p>
);

interface FailureProps {
  readonly error: Error;
  /** Asks again; without it there is no button for that. */
  readonly onRetry?: (() => void) | undefined;
}

/** An error: what the node said, with its data. */
export function Failure({ error, onRetry }: FailureProps) {
  const explained = explainedFailure(error);
  const data = explained ? explained.calls : error instanceof RpcFailure ? error.data : undefined;
  return (
    <div class="failure" role="alert">
      <strong>{safeLines((explained?.reason ?? error.message).slice(0, MAX_DATA))}</strong>
      {error instanceof RpcFailure && <span class="muted"> error {error.code}</span>}
      {data !== undefined && data !== null && data !== '' && (
        <Code text={(typeof data === 'string' ? data : jsonText(data)).slice(0, MAX_DATA)} />
      )}
      {onRetry && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Shows the data of a query, or why there is none yet. */
export function Loaded<T>({
  query: { data, error, isLoading, again },
  children,
}: {
  readonly query: Query<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <Failure error={error} onRetry={again} />;
  return isLoading ? <Loading /> : null;
}

/** The codes of the errors about contracts, blocks, classes and transactions that do not exist. */
const NOT_FOUND: ReadonlySet<number> = new Set([20, 24, 28, 29]);

/** Whether an error says that a thing does not exist. */
export const isNotFound = (error: Error | undefined): boolean =>
  error instanceof RpcFailure && NOT_FOUND.has(error.code);

interface OneThing<T> {
  readonly query: Query<T>;
  /** Such as `Transaction`. */
  readonly what: string;
  /** The hash, address or number that was looked for. */
  readonly value: string;
  /** The screen of what there is although the thing does not exist, in place of the message that it does not. */
  readonly instead?: () => ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows one thing of the chain, or says that the chain does not have it, also if it had it until a revert. */
export function LoadedThing<T>({ query, what, value, instead, children }: OneThing<T>) {
  if (!isNotFound(query.error)) return <Loaded query={query}>{children}</Loaded>;
  if (instead) return <>{instead()}</>;
  return (
    <Missing title={`${what} not found`} value={value}>
      <p>
        This chain does not have it. It may belong to another node, or the chain was restarted or reverted since. The{' '}
        <a href={href('/timeline')}>Timeline</a> has the branches that are still there.
      </p>
    </Missing>
  );
}

/** A screen of something that is not there. */
export const Missing = (props: {
  readonly title: string;
  readonly value: string;
  readonly children: ComponentChildren;
}) => (
  <div class="stack">
    <div>
      <h1>{props.title}</h1>
      <p>
        <code>{safeName(props.value)}</code>
      </p>
    </div>
    {props.children}
  </div>
);

/** The screen of a hash or an address that cannot be one. */
export const NotHex = ({ what, value }: { readonly what: string; readonly value: string }) => (
  <Missing title={`This is not ${what}`} value={value}>
    <p class="muted">It begins with 0x, and up to 64 hexadecimal digits follow.</p>
  </Missing>
);
