// The one form of request that clients send all day, read at a glance. Whatever differs from it by a letter is not
// for this reader: node:http, which knows all of HTTP, takes it instead.

/** What the head of a plain request says: a POST of JSON-RPC whose connection stays open. */
export interface PlainHead {
  /** The bytes of the head, its empty line included; each is one character. */
  readonly text: string;
  readonly path: '/' | '/rpc';
  readonly host: string;
  readonly origin: string | undefined;
  readonly contentType: string;
  readonly contentLength: number;
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
const LENGTH = /^[1-9][0-9]{0,8}$/;

/** Reads the head that a text of single-byte characters begins with; undefined when it is not plain or not all there. */
export function readPlainHead(text: string): PlainHead | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0 || end + 4 > MAX_PLAIN_HEAD) return undefined;
  const [first, ...lines] = text.slice(0, end).split('\r\n');
  const path = REQUEST_LINE.exec(first!)?.[1] as PlainHead['path'] | undefined;
  if (path === undefined || lines.length > MAX_LINES) return undefined;
  const read = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const known = name.toLowerCase();
    if (READ.has(known)) {
      if (read.has(known)) return undefined;
      read.set(known, value);
    } else if (!IGNORED.test(known)) return undefined;
  }
  const host = read.get('host');
  const contentType = read.get('content-type');
  const length = read.get('content-length');
  if (host === undefined || contentType === undefined || length === undefined || !LENGTH.test(length)) return undefined;
  if ((read.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined;
  return {
    text: text.slice(0, end + 4),
    path,
    host,
    origin: read.get('origin'),
    contentType,
    contentLength: Number(length),
  };
}
