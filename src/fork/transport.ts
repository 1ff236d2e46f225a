import { readStream } from '../json/readStream.ts';
import { limits } from '../protocol/limits.ts';
import {
  connectionError,
  type OriginError,
  redirectError,
  statusError,
  timeoutError,
  unreadable,
} from './originError.ts';

/** `fetch`, as far as it is used here; tests and clients in this process bring their own. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Redirects are followed here, since `fetch` would follow them to any server. */
  readonly redirect: 'manual';
}

export interface FetchAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  readonly body?: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

export interface TransportOptions {
  readonly fetch: FetchLike;
  readonly timeoutSeconds?: number;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Told of every try that failed and is made again. */
  readonly retrying?: (error: OriginError, inMs: number) => void;
}

/** Pauses before the second, third and fourth try. */
const PAUSES_MS = [250, 1000, 3000];
/** An origin may name its own pause, up to this. */
const LONGEST_PAUSE_MS = 10_000;

/** Sends texts to one URL. A server that is busy, slow or breaks the connection is asked again, a few times. */
export class Transport {
  readonly url: string;
  readonly #options: TransportOptions;
  #calls = 0;
  #retries = 0;

  constructor(url: string, options: TransportOptions) {
    this.url = url;
    this.#options = options;
  }

  get calls(): number {
    return this.#calls;
  }

  get retries(): number {
    return this.#retries;
  }

  /** The bytes that answer a body. Throws an OriginError. */
  async send(body: string): Promise<Uint8Array> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#try(body);
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        const pause = PAUSES_MS[tries];
        if (pause === undefined || !isPassing(error.cause)) throw error.cause;
        const wait = Math.min(Math.max(pause, error.pauseMs), LONGEST_PAUSE_MS);
        this.#retries++;
        this.#options.retrying?.(error.cause, wait);
        await (this.#options.sleep ?? sleep)(wait);
      }
    }
  }

  async #try(body: string): Promise<Uint8Array> {
    const { fetch, timeoutSeconds = 30 } = this.#options;
    this.#calls++;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A transport that knows nothing of signals must not hang us either.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Failed(timeoutError(this.url, timeoutSeconds)));
        control.abort();
      }, timeoutSeconds * 1000);
    });
    try {
      return await Promise.race([this.#exchange(fetch, body, control.signal), late]);
    } catch (error) {
      throw error instanceof Failed ? error : new Failed(connectionError(this.url, error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange(fetch: FetchLike, body: string, signal: AbortSignal): Promise<Uint8Array> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    let url = this.url;
    let answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    for (let followed = 0; isRedirect(answer); followed++) {
      const next = redirectTarget(url, answer.headers.get('location'));
      if (next === undefined || followed === MOST_REDIRECTS) throw new Failed(redirectError(this.url));
      url = next;
      answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    }
    if (answer.status !== 200)
      throw new Failed(
        statusError(this.url, answer.status, answer.statusText),
        Number(answer.headers.get('retry-after') ?? 0) * 1000 || 0,
      );
    const bytes = answer.body
      ? await readStream(answer.body, limits.answerBytes)
      : new TextEncoder().encode(await answer.text());
    if (bytes === undefined)
      throw new Failed(unreadable(this.url, `an answer of more than ${limits.answerBytes} bytes`));
    return bytes;
  }
}

const MOST_REDIRECTS = 3;

/** A browser hides the status of a redirect that it does not follow: it is 0 there. */
const isRedirect = ({ status }: FetchAnswer) => status === 0 || (status >= 300 && status < 400 && status !== 304);

/** Where a redirect leads, undefined when that is another host or no address at all. */
function redirectTarget(from: string, location: string | null): string | undefined {
  if (location === null || !URL.canParse(location, from)) return undefined;
  const [before, after] = [new URL(from), new URL(location, from)];
  const isWeb = after.protocol === 'https:' || after.protocol === before.protocol;
  const isSamePort = after.port === before.port || (before.protocol === 'http:' && after.port === '');
  return isWeb && isSamePort && after.hostname === before.hostname ? after.href : undefined;
}

/** A try that failed, and how long the server asked to wait. */
class Failed extends Error {
  override readonly cause: OriginError;
  readonly pauseMs: number;

  constructor(cause: OriginError, pauseMs = 0) {
    super(cause.message);
    this.cause = cause;
    this.pauseMs = pauseMs;
  }
}

/** Whether trying again may help. */
const isPassing = ({ kind, status }: OriginError): boolean =>
  kind === 'timeout' || kind === 'cut' || (status !== undefined && (status === 429 || status >= 500));

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
