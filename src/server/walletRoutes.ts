// A wallet for tests, which pages load as a script. It exists only if somebody asked for it, and no key is in anything that is sent.
import type { IncomingMessage } from 'node:http';
import { type Json, JsonError } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { parseRequest } from '../rpc/parseRequest.ts';
import type { Hub } from '../sandbox/hub.ts';
import { type AccessPolicy, refuseOrigin } from './access.ts';

/** Where a request to the wallet came from. */
export interface AskedFrom {
  /** Tells that the client has gone. */
  readonly signal: AbortSignal;
  readonly origin: string | undefined;
  readonly bytes: number;
}

/** The wallet of a node. */
export interface ServedWallet {
  /** The program for pages. */
  script(url: string): string;
  /** What dapps see. */
  shown(): Promise<unknown>;
  /** What waits for the user. */
  waiting(): Promise<unknown>;
  /** What dapps have asked for. */
  requests(): Promise<unknown>;
  answer(given: Json, mayDecide: boolean, from: AskedFrom): Promise<unknown>;
}

/** The wallet of the main chain or of a box, if it has one. */
export type WalletsOf = (hub: Hub) => ServedWallet | undefined;

/** The text and the headers of an answer. */
export interface WalletAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const SCRIPT = '/wallet.js';
const WALLET = '/wallet';
/** What pages of others must not read. */
const PRIVATE = { '/wallet/waiting': 'waiting', '/wallet/requests': 'requests' } as const;

/** Whether a path is one of the wallet. */
export const isWalletPath = (path: string): boolean =>
  path === SCRIPT || path === WALLET || Object.hasOwn(PRIVATE, path);

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

/** Answers a request to read something of the wallet. */
export async function readWallet(
  wallet: ServedWallet,
  path: string,
  request: IncomingMessage,
  access: AccessPolicy,
  boxPath = '',
): Promise<WalletAnswer> {
  if (path !== SCRIPT) {
    const what = path === WALLET ? 'shown' : PRIVATE[path as keyof typeof PRIVATE];
    if (what !== 'shown' && !isOwnPage(request))
      return refused('Only tests and the window of the wallet see what dapps asked for.\n');
    return { status: 200, headers: JSON_HEADERS, body: writeJson(await wallet[what]()) };
  }
  const refusal = refuseReferrer(request, access);
  if (refusal !== undefined) return refused(refusal);
  // Pages of all origins that got this far may use it, also isolated ones.
  const headers = {
    ...HEADERS,
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  };
  return { status: 200, headers, body: wallet.script(`http://${request.headers.host ?? '127.0.0.1'}${boxPath}/`) };
}

/** Answers a request to the wallet. `signal` tells that the client has gone. */
export async function askWallet(
  wallet: ServedWallet,
  request: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const given = await parseRequest(body);
    const from = { signal, origin: request.headers.origin, bytes: body.length };
    return { status: 200, body: writeJson(await wallet.answer(given, isOwnPage(request), from)) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { status: 400, body: writeJson({ error: `The body is not JSON: ${error.message}` }) };
  }
}

const refused = (body: string): WalletAnswer => ({
  status: 403,
  headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** Whether a request comes from a page of this server, or from no page at all. */
const isOwnPage = ({ headers: { origin, host } }: IncomingMessage): boolean =>
  origin === undefined || origin === `http://${host}`;

/**
 * Browsers send no Origin with a script of another site, unless the tag has `crossorigin`. They say that it is of another site, and from where.
 */
function refuseReferrer({ headers }: IncomingMessage, access: AccessPolicy): string | undefined {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== 'cross-site' && site !== 'same-site')) return undefined;
  const { referer } = headers;
  if (referer !== undefined && URL.canParse(referer)) return refuseOrigin(new URL(referer).origin, access);
  return 'The page does not say where it comes from. Load the script with <script crossorigin src="…/wallet.js">.\n';
}
