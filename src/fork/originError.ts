/** Why an origin gave no answer that can be used. */
export type OriginFailure = 'unreachable' | 'timeout' | 'cut' | 'status' | 'unreadable' | 'refused' | 'notCached';

/** An origin that did not answer, or not sensibly. */
export class OriginError extends Error {
  override readonly name = 'OriginError';
  readonly kind: OriginFailure;
  /** The same in fewer words, for answers to forwarded requests and for a start that fails. */
  readonly short: string;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(kind: OriginFailure, message: string, short = message, status?: number) {
    super(message);
    this.kind = kind;
    this.short = short;
    this.status = status;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset by peer',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found for now',
  EPIPE: 'Broken pipe',
  UND_ERR_SOCKET: 'connection closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

/** Codes of connections that broke while they were used: the next one may hold. */
const CUT: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** The error of a request that got no answer: what `fetch` threw, in words. */
export function connectionError(url: string, thrown: unknown): OriginError {
  const code = codeOf(thrown);
  const reason = (code && WORDS[code]) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  const isCut = code === undefined ? /terminated|socket|closed|aborted/i.test(reason) : CUT.has(code);
  return new OriginError(
    isCut ? 'cut' : 'unreachable',
    `error sending request, url: "${url}", source: ${reason}`,
    `error sending request for url (${url}): ${reason}`,
  );
}

/** The system's code, which `fetch` hides in causes of causes. */
function codeOf(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth++) {
    const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
    if (typeof code === 'string') return code;
    error = cause ?? errors?.[0];
  }
  return undefined;
}

export const timeoutError = (url: string, seconds: number) =>
  new OriginError('timeout', `no answer within ${seconds} s, url: "${url}"`);

const TOO_MANY =
  ' The origin says that it is asked too often: wait a little, use another URL, or keep answers with --fork-cache.';

export const redirectError = (url: string) =>
  new OriginError(
    'refused',
    `the origin redirects to another host, which is not followed: fork from that address itself, url: "${url}"`,
  );

export function statusError(url: string, status: number, text: string): OriginError {
  // The text is the server's own: nothing but words is shown of it.
  const line = `${status} ${/^[A-Za-z' -]{1,40}$/.test(text) ? text : ''}`.trim();
  return new OriginError(
    'status',
    `${line}, url: "${url}".${status === 429 ? TOO_MANY : ''}`,
    `HTTP ${line} from url (${url})`,
    status,
  );
}

export const unreadable = (url: string, what: string) =>
  new OriginError('unreadable', `${what}, url: "${url}"`, `error decoding response body for url (${url}): ${what}`);
