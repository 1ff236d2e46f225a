// A client that only speaks over standard input, and a node that serves the protocol at /mcp: each message is passed on.
import { createInterface } from 'node:readline';

const MAX_LINE = 8_000_000;

/** Passes messages on, one after the other, until the input ends. Throws if there is no node with the protocol at the URL. */
export async function relayStdio(
  url: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  const place = new URL('/mcp', url).href;
  let session: string | undefined;
  /** What the client began with, to begin again if the node has ended the session. */
  let beginning: string | undefined;
  const post = async (body: string) => {
    const response = await fetch(place, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      body,
      redirect: 'error',
    }).catch((error: Error) => {
      throw new Error(`There is no node at ${url}: ${error.message}. Start one with 'starbox --mcp'.`);
    });
    session = response.headers.get('mcp-session-id') ?? session;
    return { status: response.status, isOk: response.ok, text: (await response.text()).trim() };
  };
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '' || line.length > MAX_LINE) continue;
    const { id, method } = messageOf(line);
    if (method === 'initialize') beginning = line;
    const hadSession = session !== undefined;
    let answer = await post(line);
    if (answer.status === 404 && !hadSession)
      throw new Error(`The node at ${url} serves no /mcp. Start it with --mcp.`);
    if (answer.status === 404 && beginning !== undefined) {
      session = undefined;
      await post(beginning);
      if (session !== undefined) await post(INITIALIZED);
      answer = await post(line);
    }
    const text = answer.isOk ? answer.text : id === undefined ? '' : failureText(id, answer);
    if (text !== '') output.write(`${text}\n`);
  }
  if (session !== undefined)
    await fetch(place, { method: 'DELETE', headers: { 'mcp-session-id': session } }).catch(() => undefined);
}

const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

interface Message {
  /** Undefined for a notification, which is not answered. */
  readonly id?: unknown;
  readonly method?: unknown;
  readonly error?: { readonly message?: unknown };
}

function messageOf(text: string): Message {
  try {
    return Object(JSON.parse(text)) as Message;
  } catch {
    return { id: null };
  }
}

/** A refusal of the node as the answer to a request, which would wait for ever otherwise. */
function failureText(id: unknown, { status, text }: { readonly status: number; readonly text: string }): string {
  const reason = messageOf(text).error?.message;
  const message = typeof reason === 'string' ? reason : `The node refused the request with the status ${status}.`;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
}
