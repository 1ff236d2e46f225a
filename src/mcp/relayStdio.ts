// A client that only speaks over standard input, and a node that serves the protocol at /mcp: each message is passed on.
import type { Readable } from 'node:stream';
import { agentLimits } from './limits.ts';
import { messageLines, refusalText } from './messageLines.ts';

/**
 * Passes messages on until the input ends: requests one after the other, notifications and pings at once, because a client cancels a request that
 * runs. Throws if there is no node with the protocol at the URL.
 */
export async function relayStdio(
  url: string,
  input: Readable = process.stdin,
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
  /** Requests that have no answer yet, and those of them that their client has cancelled and wants none of. */
  const open = new Set<unknown>();
  const cancelled = new Set<unknown>();
  const answer = (id: unknown, given: Awaited<ReturnType<typeof post>>) => {
    const text = given.isOk ? given.text : id === undefined ? '' : failureText(id, given);
    if (text !== '' && !cancelled.has(id)) output.write(`${text}\n`);
  };
  const pass = async (line: string, { id, method }: Message) => {
    if (cancelled.has(id)) return;
    if (method === 'initialize') beginning = line;
    const hadSession = session !== undefined;
    let given = await post(line);
    if (given.status === 404 && !hadSession) throw new Error(`The node at ${url} serves no /mcp. Start it with --mcp.`);
    if (given.status === 404 && beginning !== undefined) {
      session = undefined;
      await post(beginning);
      if (session !== undefined) await post(INITIALIZED);
      given = await post(line);
    }
    answer(id, given);
  };
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    input.destroy(error);
  };
  let last = Promise.resolve();
  /** The characters of messages that wait for their turn. */
  let waiting = 0;
  const passInTurn = (line: string, message: Message) => {
    const { id } = message;
    if (id !== undefined) open.add(id);
    waiting += line.length;
    last = last
      .then(() => pass(line, message))
      .catch(fail)
      .finally(() => {
        waiting -= line.length;
        open.delete(id);
        cancelled.delete(id);
      });
  };
  const passAtOnce = async (line: string, message: Message) => {
    const given = await post(line);
    // Requests in their turn begin a session again that has ended.
    if (given.status === 404 && message.id !== undefined) passInTurn(line, message);
    else answer(message.id, given);
  };
  const atOnce = new Set<Promise<void>>();
  for await (const read of messageLines(input as AsyncIterable<Buffer>)) {
    if ('refusal' in read) {
      output.write(`${read.refusal}\n`);
      continue;
    }
    const message = messageOf(read.text);
    const { id, method, params } = message;
    if (method === 'notifications/cancelled' && open.has(params?.requestId)) cancelled.add(params?.requestId);
    // A batch has no method, and keeps its place.
    if (session !== undefined && method !== undefined && (id === undefined || method === 'ping')) {
      const passed: Promise<void> = passAtOnce(read.text, message)
        .catch(fail)
        .finally(() => atOnce.delete(passed));
      atOnce.add(passed);
    } else passInTurn(read.text, message);
    if (waiting > agentLimits.messageBytes || atOnce.size >= MOST_AT_ONCE) await Promise.all([last, ...atOnce]);
  }
  await Promise.all(atOnce);
  await last;
  if (failure) throw failure;
  if (session !== undefined)
    await fetch(place, { method: 'DELETE', headers: { 'mcp-session-id': session } }).catch(() => undefined);
}

/** The most notifications and pings without an answer, before no more are read. */
const MOST_AT_ONCE = 100;
const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

interface Message {
  /** Undefined for a notification, which is not answered. */
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
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
  return refusalText(id, -32_000, message);
}
