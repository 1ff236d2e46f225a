import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocket } from 'ws';
import { RawClient } from '../test/support/rawExchange.ts';
import { AttackSucceeded } from './attack.ts';

const CLI = resolve('dist/cli.js');
const START_MS = 30_000;
/** Longer than the time limit of the node, whose answer to that has to arrive. */
const ANSWER_MS = 150_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface StartOptions {
  readonly options?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The working folder. The default is an empty temporary folder. */
  readonly folder?: string;
  /** Whether to wait until the node listens. The default is true. */
  readonly waits?: boolean;
}

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty temporary folder, which is deleted at the end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-attack-'));
  folders.add(folder);
  return folder;
}

/** The default options: few accounts with a fixed seed, so that nodes start fast and addresses are known. */
const withDefaults = (options: readonly string[]): readonly string[] => [
  ...(options.includes('--seed') ? [] : ['--seed', '0']),
  ...(options.includes('--accounts') ? [] : ['--accounts', '3']),
  ...options,
];

/** A node in its own process, started as users start it, with the means of an attacker. */
export class Target {
  readonly child: ChildProcess;
  readonly folder: string;
  /** The exit status or the name of the signal, once the process has ended. */
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
        this.ended = status ?? signal ?? 'unknown';
        // Then its whole output has arrived.
        child.once('close', () => done(this.ended!));
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
      if (target.ended !== undefined) throw new AttackSucceeded(`did not start: ${target.output.slice(-300)}`);
      if (performance.now() > deadline) throw new AttackSucceeded('did not start in time');
      await pause(5);
    }
    return target;
  }

  #hear(text: string): void {
    // A hostile client may fill the log, so only its end is stored.
    this.#output = (this.#output + text).slice(-1_000_000);
    if (this.#port === 0) this.#port = Number(/listening on [\d.]+:(\d+)/.exec(this.#output)?.[1] ?? 0);
  }

  get port(): number {
    return this.#port;
  }

  /** The output of the process. */
  get output(): string {
    return this.#output;
  }

  /** Sends a body and returns the answer. The status is 0 if the connection broke. */
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

  /** Sends a body and reads the answer without keeping it. Returns its length, or undefined if the connection broke. */
  lengthOfAnswer(body: string): Promise<number | undefined> {
    return new Promise((done) => {
      const sent = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          method: 'POST',
          agent: false,
          headers: { 'content-type': 'application/json' },
        },
        (response) => {
          let length = 0;
          response.on('data', (chunk: Buffer) => (length += chunk.length));
          response.on('end', () => done(response.complete ? length : undefined));
          response.on('error', () => done(undefined));
        },
      );
      sent.on('error', () => done(undefined));
      sent.end(body);
    });
  }

  /** Makes one request and returns the whole answer object. */
  async ask(method: string, params?: unknown): Promise<RpcAnswer> {
    const { status, text } = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    try {
      return JSON.parse(text);
    } catch {
      return { error: { code: status, message: text } };
    }
  }

  /** Makes one request, which must succeed, and returns the result. */
  async call<T = unknown>(method: string, params?: unknown): Promise<T> {
    const { result, error } = await this.ask(method, params);
    if (error) throw new AttackSucceeded(`${method} answered ${error.code} ${error.message}`);
    return result as T;
  }

  /** Opens a TCP connection for raw bytes. */
  raw(): RawClient {
    return new RawClient(this.#port);
  }

  /** Opens a WebSocket. */
  socket(): Promise<WebSocket> {
    return new Promise((done, fail) => {
      const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/ws`, { perMessageDeflate: false });
      socket.on('error', fail);
      socket.once('open', () => done(socket));
    });
  }

  /** The resident memory in MB, now and at its peak. NaN if the system does not report it. */
  memoryMb(): { readonly now: number; readonly peak: number } {
    try {
      const text = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)![1]) / 1024;
      return { now: field('VmRSS'), peak: field('VmHWM') };
    } catch {
      return { now: Number.NaN, peak: Number.NaN };
    }
  }

  /** Ends the process with a signal and returns its exit status, or 'killed' if it did not end in time. */
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
