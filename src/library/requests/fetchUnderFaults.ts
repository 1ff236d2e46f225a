import { orAborted } from '../../async/orAborted.ts';
import { FAULT_HEADER, FaultInterruption } from '../../rpc/faults/faultInterruption.ts';
import type { Connection } from './connection.ts';

/** The options of `fetch` that a sandbox reads. */
export interface FetchInit {
  readonly body?: unknown;
  /** The paymaster reads a key from them. */
  readonly headers?: unknown;
  /** Gives a request up that a fault delays. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Answers a request of `fetch` while there are faults, as a server behind a bad network would. */
export async function fetchUnderFaults(
  connection: Connection,
  text: string,
  signal: FetchInit['signal'],
): Promise<Response> {
  signal?.throwIfAborted();
  let faults = 'on';
  const faulted = (names: string) => {
    faults = names;
  };
  const answering = connection.answer(text, { faulted }).then(
    (answer) => respond(200, answer, { [FAULT_HEADER]: faults }),
    (error: unknown) => interruptedResponse(connection, error),
  );
  return orAborted(answering, signal);
}

async function interruptedResponse(connection: Connection, error: unknown): Promise<Response> {
  if (!(error instanceof FaultInterruption)) throw error;
  const { status, body, faults, retryAfterSeconds: seconds } = error;
  if (status !== undefined)
    return respond(status, body, {
      [FAULT_HEADER]: faults,
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    });
  const cause = await connection.interrupted(error).catch((thrown: unknown) => thrown);
  // As the `fetch` of Node.js fails when the other side closes the connection.
  throw new TypeError('fetch failed', { cause: Object.assign(cause as Error, { code: 'UND_ERR_SOCKET' }) });
}

const respond = (status: number, body: string, headers: Record<string, string>): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
