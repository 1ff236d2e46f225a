// The one form of request that clients send all day, read at a glance. Whatever differs from it by a letter is not
// for this reader: node:http, which knows all of HTTP, takes it instead.

/** What the head of a plain request says: a POST of JSON-RPC whose connection stays open. */
export interface PlainHead {
  /** The head up to the digits of its content length, each byte a character. */
  readonly before: string;
  /** The rest behind those digits, the empty line included. */
  readonly after: string;
  readonly path: '/' | '/rpc';
  readonly host: string;
  readonly origin: string | undefined;
  readonly contentType: string;
}

/** What differs between the requests of one client: how many bytes there are. */
export interface Extent {
  readonly head: number;
  readonly body: number;
}

/** A head of more bytes is left to node:http, whose own limit is twice as large. */
export const MAX_PLAIN_HEAD = 8192;
const MAX_LINES = 100;

const REQUEST_LINE = /^POST (\/(?:rpc)?) HTTP\/1\.1$/;
// One space, and a value of visible characters that begins and ends with no further space.
const HEADER_LINE = /^([A-Za-z0-9-]{1,64}): ([!-~](?:[ -~]*[!-~])?)$/;
/** Headers that the answer depends on. Each may come once. */
const READ = new Set(['host', 'origin', 'content-type', 'content-length', 'connection']);
/** Headers that mean nothing here, nor to node:http. Others might, so they are not guessed at. */
const IGNORED =
  /^(?:accept(?:-encoding|-language)?|authorization|baggage|cache-control|cookie|dnt|pragma|priority|referer|traceparent|tracestate|user-agent|(?:sec|x)-[a-z0-9-]+)$/;
const MAX_DIGITS = 9;

/** Reads the head that a text of single-byte characters begins with; undefined when it is not plain or not all there. */
export function readPlainHead(text: string): PlainHead | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0 || end + 4 > MAX_PLAIN_HEAD) return undefined;
  const [first, ...lines] = text.slice(0, end).split('\r\n');
  const path = REQUEST_LINE.exec(first!)?.[1] as PlainHead['path'] | undefined;
  if (path === undefined || lines.length > MAX_LINES) return undefined;
  const read = new Map<string, string>();
  let at = first!.length + 2;
  let digitsAt = 0;
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const known = name.toLowerCase();
    if (READ.has(known)) {
      if (read.has(known)) return undefined;
      read.set(known, value);
    } else if (!IGNORED.test(known)) return undefined;
    if (known === 'content-length') digitsAt = at + name.length + 2;
    at += line.length + 2;
  }
  const host = read.get('host');
  const contentType = read.get('content-type');
  const length = read.get('content-length');
  if (host === undefined || contentType === undefined || length === undefined) return undefined;
  if ((read.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined;
  const before = text.slice(0, digitsAt);
  const after = text.slice(digitsAt + length.length, end + 4);
  const head = { before, after, path, host, origin: read.get('origin'), contentType };
  return extentOf(text, head) && head;
}

/** The extent of the request that a text begins with, when its head is the given one up to its length. */
export function extentOf(text: string, { before, after }: PlainHead): Extent | undefined {
  if (!text.startsWith(before)) return undefined;
  let at = before.length;
  let body = 0;
  while (at < before.length + MAX_DIGITS) {
    const digit = text.charCodeAt(at) - 48;
    // Neither a missing digit nor a zero in front passes; past the end of the text there is no digit either.
    if (!(digit >= 0 && digit <= 9) || (digit === 0 && body === 0)) break;
    body = body * 10 + digit;
    at++;
  }
  return body > 0 && text.startsWith(after, at) ? { head: at + after.length, body } : undefined;
}
