import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocket } from 'ws';
import { RawClient } from '../test/server/rawExchange.ts';
import { Fell } from './attack.ts';

const CLI = resolve('dist/cli.js');
const START_MS = 30_000;
const ANSWER_MS = 120_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface StartOptions {
  readonly options?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Its working folder: an empty temporary one unless given. */
  readonly folder?: string;
  /** Waits until it listens, unless this is false. */
  readonly waits?: boolean;
}

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is gone at the end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-attack-'));
  folders.add(folder);
  return folder;
}

/** Few accounts of a known seed, unless the options say otherwise: such nodes start soon and have known addresses. */
const withDefaults = (options: readonly string[]): readonly string[] => [
  ...(options.includes('--seed') ? [] : ['--seed', '0']),
  ...(options.includes('--accounts') ? [] : ['--accounts', '3']),
  ...options,
];

/** A node in a process of its own, as users start it, and the ways an attacker reaches it. */
export class Target {
  readonly child: ChildProcess;
  readonly folder: string;
  /** What it ended with, once it has: an exit status or the name of a signal. */
  ended: number | string | undefined;
  readonly end: Promise<number | string>;
  #output = '';
  #port = 0;

  private constructor(child: ChildProcess, folder: string) {
    this.child = child;
    this.folder = folder;
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => this.#hear(String(data)));
    this.end = new Promise((done) =>
      child.once('exit', (status, signal) => {
        running.delete(child);
        done((this.ended = status ?? signal ?? 'unknown'));
      }),
    );
  }

  /** Starts a node on a free port and waits until it listens. */
  static async start({
    options = [],
    env = {},
    folder = newFolder(),
    waits = true,
  }: StartOptions = {}): Promise<Target> {
    const child = spawn(process.execPath, [CLI, '--port', '0', ...withDefaults(options)], {
      cwd: folder,
      env: { ...process.env, STARBOX_CLASS_CACHE: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const target = new Target(child, folder);
    const deadline = performance.now() + START_MS;
    while (waits && target.#port === 0) {
      if (target.ended !== undefined) throw new Fell(`did not start: ${target.output.slice(-300)}`);
      if (performance.now() > deadline) throw new Fell('did not start in time');
      await pause(5);
    }
    return target;
  }

  #hear(text: string): void {
    // A hostile client may fill the log: keep its end.
    this.#output = (this.#output + text).slice(-1_000_000);
    if (this.#port === 0) this.#port = Number(/listening on [\d.]+:(\d+)/.exec(this.#output)?.[1] ?? 0);
  }

  get port(): number {
    return this.#port;
  }

  /** What the process printed. */
  get output(): string {
    return this.#output;
  }

  /** Sends a body and gives the answer; status 0 when the connection broke. */
  post(body: string | Buffer, { path = '/', timeoutMs = ANSWER_MS } = {}): Promise<Answer> {
    return new Promise((done) => {
      const sent = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          agent: false,
          timeout: timeoutMs,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
          response.on('error', () => done({ status: 0, text: '' }));
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', (error) => done({ status: 0, text: error.message }));
      sent.end(body);
    });
  }

  /** One request; the whole answer object. */
  async ask(method: string, params?: unknown): Promise<RpcAnswer> {
    const { status, text } = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    try {
      return JSON.parse(text);
    } catch {
      return { error: { code: status, message: text } };
    }
  }

  /** One request that must succeed. */
  async call<T = unknown>(method: string, params?: unknown): Promise<T> {
    const { result, error } = await this.ask(method, params);
    if (error) throw new Fell(`${method} answered ${error.code} ${error.message}`);
    return result as T;
  }

  /** A connection that sends exactly what it is told. */
  raw(): RawClient {
    return new RawClient(this.#port);
  }

  /** An open WebSocket. */
  socket(): Promise<WebSocket> {
    return new Promise((done, fail) => {
      const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/ws`, { perMessageDeflate: false });
      socket.on('error', fail);
      socket.once('open', () => done(socket));
    });
  }

  /** Resident memory in MB: now, and the most it ever was. NaN where the system does not tell. */
  memoryMb(): { readonly now: number; readonly peak: number } {
    try {
      const text = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)![1]) / 1024;
      return { now: field('VmRSS'), peak: field('VmHWM') };
    } catch {
      return { now: Number.NaN, peak: Number.NaN };
    }
  }

  /** Ends it with a signal and gives what it ended with; 'killed' when it did not end in time. */
  async stop(signal: NodeJS.Signals = 'SIGTERM', withinMs = 10_000): Promise<number | string> {
    if (this.ended === undefined) this.child.kill(signal);
    const ended = await Promise.race([this.end, pause(withinMs).then(() => undefined)]);
    if (ended !== undefined) return ended;
    this.child.kill('SIGKILL');
    await this.end;
    return 'killed';
  }
}

export interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}
