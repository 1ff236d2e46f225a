import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The path below which the page is served. */
const BASE = '/ui/';
const ASSETS = `${BASE}assets/`;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
};

// The page may use this server, and other nodes of this machine if the user names one. Everything it shows comes from its own files.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SECURE = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The window of the wallet, which dapps of other origins open by its name, and find again by it: a policy for openers would take the name away,
 * and each request would open one more. Without it a dapp can close its window, or lead it elsewhere, but sees and decides nothing in it.
 */
const WALLET_WINDOW = 'wallet.html';
const NO_OPENER = { 'cross-origin-opener-policy': 'same-origin' };

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const OFF = 'The explorer of this node is off. Start with --ui to turn it on, or with box.listen({ ui: true }).\n';

/** Whether a path belongs to the page. */
export const isPagePath = (path: string): boolean => path === '/ui' || path.startsWith(BASE);

/** Whether a browser asks for something to show, and not a client for an answer. */
export const wantsHtml = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');

/** A file of the page, as it is and gzipped. */
interface PageFile {
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

/** Whether a client reads gzipped answers. */
const readsGzip = ({ headers }: IncomingMessage): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));

/** The files of the page. They are listed once, and read and gzipped when they are first asked for. */
export class Page {
  readonly #folder: string;
  /** By their paths below BASE; undefined until they are read. */
  readonly #files = new Map<string, PageFile | undefined>();

  /** Undefined if the page was not built. */
  static open(folder: string): Page | undefined {
    return existsSync(join(folder, 'index.html')) ? new Page(folder) : undefined;
  }

  /** The page of the built package, which is in the folder of this module; undefined if it was not built. */
  static ofPackage(): Page | undefined {
    return Page.open(fileURLToPath(new URL('./ui/', import.meta.url)));
  }

  private constructor(folder: string) {
    this.#folder = folder;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile()) this.#files.set(entry.name, undefined);
      else
        for (const name of readdirSync(join(folder, entry.name))) this.#files.set(`${entry.name}/${name}`, undefined);
  }

  /** Answers a request for a path of the page. Paths that are no files are places in the page, which index.html shows. */
  answer(path: string, response: ServerResponse): void {
    const name = path.slice(BASE.length);
    if (path === '/ui') redirect(response);
    else if (this.#files.has(name)) this.#send(name, response);
    else if (path.startsWith(ASSETS)) send(response, 404, TEXT, 'The page has no such file. Load it again.\n');
    else this.#send('index.html', response);
  }

  #send(name: string, response: ServerResponse): void {
    let file = this.#files.get(name);
    if (!file) {
      const plain = readFileSync(join(this.#folder, name));
      this.#files.set(name, (file = { plain, zipped: gzipSync(plain) }));
    }
    // The names of assets contain a hash of their content.
    const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const own = name === WALLET_WINDOW ? SECURE : { ...SECURE, ...NO_OPENER };
    const headers = { 'content-type': type, 'cache-control': cache, vary: 'accept-encoding', ...own };
    if (readsGzip(response.req)) send(response, 200, { ...headers, 'content-encoding': 'gzip' }, file.zipped);
    else send(response, 200, headers, file.plain);
  }
}

/** Answers a request for a path of the page, also if the page is off. */
export function answerPage(page: Page | undefined, path: string, response: ServerResponse): void {
  if (page) page.answer(path, response);
  else send(response, 404, TEXT, OFF);
}

/** Answers a browser that asks for `/`: there is the page, or how to get it. */
export function answerFront(page: Page | undefined, response: ServerResponse): void {
  if (page) redirect(response);
  else
    send(
      response,
      405,
      { ...TEXT, allow: 'POST' },
      `This is a Starknet node. It answers JSON-RPC requests (POST) here and at /rpc, and WebSockets at /ws.\n${OFF}`,
    );
}

const redirect = (response: ServerResponse): void => send(response, 302, { location: BASE, ...TEXT }, '');

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: Buffer | string): void {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
