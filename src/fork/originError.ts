import { hint, type Message, message, type Words, writeWords } from '../protocol/message.ts';
import { fetchReason } from '../protocol/refusedPort.ts';

/** The kinds of failures of an origin. `cut` is a connection that broke, `busy` a refusal that may be gone next time. */
export type OriginFailure =
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'status'
  | 'unreadable'
  | 'refused'
  | 'busy'
  | 'notCached';

/** The origin did not answer, or its answer cannot be used. */
export class OriginError extends Error {
  override readonly name = 'OriginError';
  readonly kind: OriginFailure;
  /** A shorter message, for answers to forwarded requests and for a failed start. */
  readonly short: Words;
  /** The message with its hints. */
  readonly words: Words;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;

  constructor(kind: OriginFailure, words: Words, short = words, status?: number) {
    super(writeWords(words));
    this.kind = kind;
    this.words = words;
    this.short = short;
    this.status = status;
  }

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    const { kind, status = 0 } = this;
    return kind === 'timeout' || kind === 'cut' || status === 429 || status >= 500;
  }

  /** Whether the origin may answer later. It does not when it has answered something wrong, or is not there at all (offline, an exported file). */
  get isTemporary(): boolean {
    return this.isTransient || this.kind === 'unreachable' || this.kind === 'busy';
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset by peer',
  ENOTFOUND: 'DNS: host not found',
  EAI_AGAIN: 'DNS: the name server did not answer',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  EPIPE: 'Broken pipe',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'connection closed before the answer was complete',
  EPROTO: 'TLS: the server does not speak https at this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'TLS: the server does not speak https at this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'TLS: the server does not speak https at this port',
  CERT_HAS_EXPIRED: 'TLS: the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate of the server is for another host',
};

const SELF_SIGNED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;

/** Error codes of connections that broke. A retry may succeed. */
const CUT: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Turns an error that `fetch` threw into an OriginError. */
export function connectionError(url: string, thrown: unknown): OriginError {
  const { code, message } = causeOf(thrown);
  const reason = code === undefined ? fetchReason(url, message) : wordsOf(code);
  const isCut = code === undefined ? /terminated|socket|closed|aborted/i.test(reason) : CUT.has(code);
  return new OriginError(
    isCut ? 'cut' : 'unreachable',
    `error sending request, url: "${url}", source: ${reason}`,
    `error sending request for url (${url}): ${reason}`,
  );
}

/** A description of an error code. The original message is not shown: that of a certificate, for example, may name internal hosts. */
function wordsOf(code: string): string {
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (SELF_SIGNED.test(code))
    return `TLS: no authority that Node knows has signed the certificate of the server (${code}). NODE_EXTRA_CA_CERTS names a file with further ones`;
  if (/CERT|CRL|TLS|SSL/.test(code)) return `TLS: ${code}`;
  return code;
}

/** The system's error code, which `fetch` puts into nested causes, and the message of the innermost cause. */
function causeOf(thrown: unknown): { readonly code: string | undefined; readonly message: string } {
  let message = String(thrown);
  for (let error = thrown, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth++) {
    const found = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[]; message?: unknown };
    if (typeof found.message === 'string' && found.message !== '') message = found.message;
    if (typeof found.code === 'string') return { code: found.code, message };
    error = found.cause ?? found.errors?.[0];
  }
  return { code: undefined, message };
}

/** What to do about an origin that no longer has the requested state; undefined for any other error. */
export const archiveHint = (url: string, text: string): Message | undefined =>
  text.startsWith('No state at block')
    ? message`The origin ${url} has made blocks since and no longer has its state at that one. Start the origin, not this fork, with ${hint('fullArchive')}, and fork again.`
    : undefined;

export const timeoutError = (url: string, seconds: number) =>
  new OriginError('timeout', `no answer within ${seconds} s, url: "${url}"`);

const TOO_MANY = message` The origin says that it is asked too often: ${hint('askedTooOften')}.`;

export const redirectError = (url: string) =>
  new OriginError(
    'refused',
    `the origin redirects to another host, which is not followed: fork from that address itself, url: "${url}"`,
  );

export const circleError = (url: string) =>
  new OriginError(
    'refused',
    `the origin is this node itself or a fork of it, so that it would ask itself without end: fork from another node, url: "${url}"`,
  );

export function statusError(url: string, status: number, text: string): OriginError {
  // The server chooses this text, so it is shown only if it consists of words.
  const line = `${status} ${/^[A-Za-z' -]{1,40}$/.test(text) ? text : ''}`.trim();
  return new OriginError(
    'status',
    message`${line}, url: "${url}".${status === 429 ? TOO_MANY : ''}`,
    `HTTP ${line} from url (${url})`,
    status,
  );
}

export const unreadable = (url: string, what: string) =>
  new OriginError('unreadable', `${what}, url: "${url}"`, `error decoding response body for url (${url}): ${what}`);
