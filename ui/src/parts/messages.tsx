import type { ComponentChildren } from 'preact';
import type { Query } from '../data/hooks.ts';
import { RpcFailure } from '../transport/connection.ts';
import { Code } from './Code.tsx';
import { safeLines } from './format.ts';

const MAX_DATA = 20_000;

/** What to show where there is nothing: what will be here, and how to get it. */
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

/** An error: what the node said, with its data. */
export function Failure({ error }: { readonly error: Error }) {
  const data = error instanceof RpcFailure ? error.data : undefined;
  return (
    <div class="failure" role="alert">
      <strong>{safeLines(error.message)}</strong>
      {error instanceof RpcFailure && <span class="muted"> error {error.code}</span>}
      {data !== undefined && data !== null && <Code text={dataText(data)} />}
    </div>
  );
}

/** The data of an error: the explanation if it has one, otherwise all of it. */
function dataText(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data, undefined, 2);
  return text.slice(0, MAX_DATA);
}

/** Shows the data of a query, or why there is none yet. */
export function Loaded<T>({
  query: { data, error, isLoading },
  children,
}: {
  readonly query: Query<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <Failure error={error} />;
  return isLoading ? <Loading /> : null;
}
