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
    const service = serviceOf(input);
    if (service === 'l1') return answerResponse(await connection.answerByL1(text));
    if (service === 'paymaster') return answerResponse(await connection.answerByPaymaster(text, apiKeyOf(input, init)));
    if (connection.hasFaults) return fetchUnderFaults(connection, text, init?.signal);
    return answerResponse(await connection.answer(text));
  };
  connectFetch(fetch, connection);
  return fetch;
}

/** The service that a request is for, by its path: all other paths are those of the node. */
function serviceOf(input: unknown): string | undefined {
  const url = input instanceof Request ? input.url : String(input);
  return /^[^?#]*\/(paymaster|l1)\/?(?:[?#]|$)/.exec(url)?.[1];
}

const apiKeyOf = (input: unknown, init: FetchInit | undefined): string | undefined => {
  const headers = new Headers(
    (init?.headers ?? (input instanceof Request ? input.headers : {})) as ConstructorParameters<typeof Headers>[0],
  );
  return headers.get('x-paymaster-api-key') ?? undefined;
};
