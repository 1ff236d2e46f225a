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
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '' || line.length > MAX_LINE) continue;
    const response = await fetch(place, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      body: line,
      redirect: 'error',
    }).catch((error: Error) => {
      throw new Error(`There is no node at ${url}: ${error.message}. Start one with 'starbox --mcp'.`);
    });
    if (session === undefined && response.status === 404)
      throw new Error(`The node at ${url} serves no /mcp. Start it with --mcp.`);
    session = response.headers.get('mcp-session-id') ?? session;
    const text = (await response.text()).trim();
    if (text !== '') output.write(`${text}\n`);
  }
  if (session !== undefined)
    await fetch(place, { method: 'DELETE', headers: { 'mcp-session-id': session } }).catch(() => undefined);
}
