import { answerResponse } from './answerResponse.ts';
import { type Connection, connectFetch } from './connection.ts';
import { type FetchInit, fetchUnderFaults } from './fetchUnderFaults.ts';

/** A `fetch` function that sends every request to a sandbox. */
export type SandboxFetch = (input: unknown, init?: FetchInit) => Promise<Response>;

/** The `fetch` of the sandbox that a connection leads to. */
export function fetchOf(connection: Connection): SandboxFetch {
  const fetch: SandboxFetch = async (input, init) => {
    const body = init?.body ?? (input instanceof Request ? await input.text() : '');
    // Bytes, blobs and streams are read as fetch would read them.
    const text =
      typeof body === 'string' ? body : await new Response(body as ConstructorParameters<typeof Response>[0]).text();
    if (connection.hasFaults) return fetchUnderFaults(connection, text, init?.signal);
    return answerResponse(await connection.answer(text));
  };
  connectFetch(fetch, connection);
  return fetch;
}
