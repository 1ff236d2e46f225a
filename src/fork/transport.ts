import { CIRCLE_STATUS, type ForkTrail, TRAIL_HEADER, writeTrail } from '../chain/forkTrail.ts';
import { readStream } from '../json/readStream.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import {
  circleError,
  connectionError,
  type OriginError,
  redirectError,
  statusError,
  timeoutError,
  unreadable,
} from './originError.ts';

/** The part of `fetch` that is used here. Tests and in-process clients provide their own. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Transport follows redirects itself, since `fetch` would follow them to any server. */
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
  /** The mark of the fork in its requests. */
  readonly trail?: ForkTrail;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Is called before every retry. */
  readonly onRetry?: (error: OriginError, inMs: number) => void;
}

/** The pauses before the three retries. */
const PAUSES_MS = [250, 1000, 3000];
/** The longest pause that an origin can ask for with Retry-After. */
const MAX_PAUSE_MS = 10_000;

/** Sends requests to one URL, with retries if the server is busy, too slow or breaks the connection. */
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

  /** Sends a body and returns the answer's bytes. Throws an OriginError. */
  async send(body: string): Promise<Uint8Array> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#try(body);
      } catch (error) {
        if (!(error instanceof FailedAttempt)) throw error;
        const pause = PAUSES_MS[tries];
        if (pause === undefined || !error.cause.isTransient) throw error.cause;
        const wait = Math.min(Math.max(pause, error.pauseMs), MAX_PAUSE_MS);
        this.#retries++;
        this.#options.onRetry?.(error.cause, wait);
        await (this.#options.sleep ?? sleep)(wait);
      }
    }
  }

  async #try(body: string): Promise<Uint8Array> {
    const { fetch, timeoutSeconds = 30 } = this.#options;
    this.#calls++;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The timeout must also work with a `fetch` that ignores signals.
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new FailedAttempt(timeoutError(this.url, timeoutSeconds)));
        control.abort();
      }, timeoutSeconds * 1000);
    });
    try {
      return await Promise.race([this.#exchange(fetch, body, control.signal), timeout]);
    } catch (error) {
      throw error instanceof FailedAttempt ? error : new FailedAttempt(connectionError(this.url, error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #exchange(fetch: FetchLike, body: string, signal: AbortSignal): Promise<Uint8Array> {
    const { trail } = this.#options;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(trail && !IS_PAGE ? { [TRAIL_HEADER]: writeTrail(trail.ids) } : {}),
    };
    let url = this.url;
    let answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    for (let followed = 0; isRedirect(answer); followed++) {
      const next = redirectTarget(url, answer.headers.get('location'));
      if (next === undefined || followed === MAX_REDIRECTS) throw new FailedAttempt(redirectError(this.url));
      url = next;
      answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    }
    if (answer.status === CIRCLE_STATUS) throw new FailedAttempt(circleError(this.url));
    if (answer.status !== 200)
      throw new FailedAttempt(
        statusError(this.url, answer.status, answer.statusText),
        Number(answer.headers.get('retry-after') ?? 0) * 1000 || 0,
      );
    const bytes = answer.body
      ? await readStream(answer.body, sourceLimits.answerBytes)
      : new TextEncoder().encode(await answer.text());
    if (bytes === undefined)
      throw new FailedAttempt(unreadable(this.url, `an answer of more than ${sourceLimits.answerBytes} bytes`));
    return bytes;
  }
}

const MAX_REDIRECTS = 3;
/** A page can be no origin. Its browser would ask servers first whether they accept the header, and public nodes do not. */
const IS_PAGE = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

/** Browsers report status 0 for a redirect that they do not follow. */
const isRedirect = ({ status }: FetchAnswer) => status === 0 || (status >= 300 && status < 400 && status !== 304);

/** The target of a redirect; undefined if it is on another host or not a URL. */
function redirectTarget(from: string, location: string | null): string | undefined {
  if (location === null || !URL.canParse(location, from)) return undefined;
  const [before, after] = [new URL(from), new URL(location, from)];
  const isWeb = after.protocol === 'https:' || after.protocol === before.protocol;
  const isSamePort = after.port === before.port || (before.protocol === 'http:' && after.port === '');
  return isWeb && isSamePort && after.hostname === before.hostname ? after.href : undefined;
}

/** A failed attempt, with the pause that the server asked for. */
class FailedAttempt extends Error {
  override readonly cause: OriginError;
  readonly pauseMs: number;

  constructor(cause: OriginError, pauseMs = 0) {
    super(cause.message);
    this.cause = cause;
    this.pauseMs = pauseMs;
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
