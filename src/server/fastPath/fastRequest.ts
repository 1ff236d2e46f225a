// Reads the head of a request in the one form that clients usually send. Any other form is left to node:http.
import type { OlderSpec } from '../../rpc/spec/olderSpec.ts';
import { SPEC_NAMES, specPath } from '../../rpc/specVersions.ts';

/** The head of a usual request: a POST of JSON-RPC on a connection that stays open. */
export interface FastHead {
  /** The head up to the digits of its content length, each byte a character. */
  readonly before: string;
  /** The rest after those digits, including the empty line. */
  readonly after: string;
  readonly path: string;
  /** The box that it is for; undefined for the main chain. */
  readonly boxId: string | undefined;
  /** The older version of the specification that the path names; undefined for ours. */
  readonly spec: OlderSpec | undefined;
  readonly host: string;
  readonly origin: string | undefined;
  readonly contentType: string;
}

/** The number of bytes of a request. */
export interface Extent {
  readonly head: number;
  readonly body: number;
}

/** A longer head is left to node:http, whose own limit is twice as large. */
export const MAX_FAST_HEAD = 8192;
const MAX_LINES = 100;
/** The characters of /box/ID. */
const BOX_LENGTH = 37;

const VERSION = `(?:${SPEC_NAMES.join('|')})`;
const PLACE = `/(?:(?:rpc(?:/${VERSION})?|${VERSION})/?)?`;
const REQUEST_LINE = new RegExp(`^POST (${PLACE}|/box/([0-9a-f]{32})(?:${PLACE})?) HTTP/1\\.1$`);
// One space, then a value of visible characters that neither begins nor ends with a space.
const HEADER_LINE = /^([A-Za-z0-9-]{1,64}): ([!-~](?:[ -~]*[!-~])?)$/;
/** Headers that the answer depends on. Each may occur once. */
const READ = new Set(['host', 'origin', 'content-type', 'content-length', 'connection']);
/** Headers that change nothing here, nor in node:http. A request with any other header is left to node:http. */
const IGNORED =
  /^(?:accept(?:-encoding|-language)?|authorization|baggage|cache-control|cookie|dnt|pragma|priority|referer|traceparent|tracestate|user-agent|(?:sec|x)-(?!starbox-)[a-z0-9-]+)$/;
const MAX_DIGITS = 9;

/**
 * Reads the head at the start of a text in which each character is a byte. Returns the reason as a text if this is not a usual head:
 * the log shows it.
 */
export function readFastHead(text: string): FastHead | string {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return 'the first bytes are not a complete head';
  if (end + 4 > MAX_FAST_HEAD) return `the head is longer than ${MAX_FAST_HEAD} bytes`;
  const [first, ...lines] = text.slice(0, end).split('\r\n');
  const [, path, boxId] = REQUEST_LINE.exec(first!) ?? [];
  if (path === undefined) return `the request line ${quoted(first!)}`;
  if (lines.length > MAX_LINES) return `more than ${MAX_LINES} header lines`;
  const read = new Map<string, string>();
  let at = first!.length + 2;
  let digitsAt = 0;
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return `the form of the header line ${quoted(line)}`;
    const known = name.toLowerCase();
    if (READ.has(known)) {
      if (read.has(known)) return `more than one header ${known}`;
      read.set(known, value);
    } else if (!IGNORED.test(known)) return `the header ${known}`;
    if (known === 'content-length') digitsAt = at + name.length + 2;
    at += line.length + 2;
  }
  for (const name of ['host', 'content-type', 'content-length']) if (!read.has(name)) return `no header ${name}`;
  const connection = read.get('connection') ?? 'keep-alive';
  if (connection.toLowerCase() !== 'keep-alive') return `the header connection: ${connection.slice(0, SHOWN)}`;
  const length = read.get('content-length')!;
  const head = {
    before: text.slice(0, digitsAt),
    after: text.slice(digitsAt + length.length, end + 4),
    path,
    boxId,
    spec: specOf((boxId === undefined ? path : path.slice(BOX_LENGTH)).replace(/\/$/, '')),
    host: read.get('host')!,
    origin: read.get('origin'),
    contentType: read.get('content-type')!,
  };
  return extentOf(text, head) ? head : `the header content-length: ${length.slice(0, SHOWN)}`;
}

function specOf(path: string): OlderSpec | undefined {
  const versioned = specPath(path);
  return versioned?.kind === 'served' ? versioned.spec : undefined;
}

/** How much of a client's text a reason shows. */
const SHOWN = 80;
const quoted = (text: string): string => JSON.stringify(text.slice(0, SHOWN));

/** The extent of the request at the start of a text, if its head differs from the given one at most in the content length. */
export function extentOf(text: string, { before, after }: FastHead): Extent | undefined {
  if (!text.startsWith(before)) return undefined;
  let at = before.length;
  let body = 0;
  while (at < before.length + MAX_DIGITS) {
    const digit = text.charCodeAt(at) - 48;
    // A number starts with a digit other than zero. After the end of the text, charCodeAt returns NaN, which is no digit.
    if (!(digit >= 0 && digit <= 9) || (digit === 0 && body === 0)) break;
    body = body * 10 + digit;
    at++;
  }
  return body > 0 && text.startsWith(after, at) ? { head: at + after.length, body } : undefined;
}
