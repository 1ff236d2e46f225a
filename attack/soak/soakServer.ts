import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { newFolder } from '../target.ts';

/** The server's memory after garbage collection, and the processor time of its longest turn since it was last asked. */
export interface Measurement {
  readonly heapUsed: number;
  /** The part of the heap that is code which V8 has compiled. */
  readonly compiled: number;
  readonly external: number;
  readonly rss: number;
  readonly longestTurnMs: number;
}

const MEASURE_MS = 60_000;

/** A node with default options and a probe inside. */
export class SoakServer {
  readonly child: ChildProcess;
  readonly port: number;
  readonly folder: string;
  /** Called when a turn of the event loop took long. */
  onLongTurn: (milliseconds: number) => void = () => undefined;
  /** Called with the line of the log that names the method of the longest turn so far. */
  onNamedTurn: (line: string) => void = () => undefined;
  /** Why the process ended, once it has. */
  ended: string | undefined;
  #output = '';
  #measured: ((measurement: Measurement) => void) | undefined;

  private constructor(child: ChildProcess, folder: string, port: number) {
    this.child = child;
    this.folder = folder;
    this.port = port;
  }

  static async start(node: string, options: readonly string[] = []): Promise<SoakServer> {
    const folder = newFolder();
    const child = spawn(node, [resolve('dist/cli.js'), '--port', '0', '--seed', '0', ...options], {
      cwd: folder,
      env: {
        ...process.env,
        STARBOX_CLASS_CACHE: 'off',
        NODE_OPTIONS: `--require ${resolve('attack/soak/probe.cjs')}`,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    let output = '';
    let server: SoakServer | undefined;
    const port = await new Promise<number>((done, fail) => {
      const hear = (data: Buffer) => {
        if (server) return server.#hear(String(data));
        output += data;
        const [, found] = /listening on [\d.]+:(\d+)/.exec(output) ?? [];
        if (found) done(Number(found));
      };
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', hear);
      child.once('exit', (status) => fail(new Error(`the node ended with ${status}: ${output.slice(-500)}`)));
    });
    server = new SoakServer(child, folder, port);
    server.#follow();
    return server;
  }

  #follow(): void {
    this.child.once('exit', (status, signal) => {
      this.ended = `the process ended with ${status ?? signal}: ${this.#output.slice(-1000)}`;
    });
    this.child.on('message', (message) => {
      if ('longTurnMs' in (message as object)) this.onLongTurn((message as { longTurnMs: number }).longTurnMs);
      else this.#measured?.(message as Measurement);
    });
  }

  #hear(text: string): void {
    this.#output = (this.#output + text).slice(-100_000);
    for (const line of text.split('\n')) if (line.includes(' of processor time at once')) this.onNamedTurn(line.trim());
  }

  /** Collects garbage and measures. */
  async measure(): Promise<Measurement> {
    const measured = new Promise<Measurement>((done) => (this.#measured = done));
    this.child.send('measure');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error('The server did not answer for a minute.')), MEASURE_MS);
    });
    return Promise.race([measured, late]).finally(() => clearTimeout(timer));
  }

  /** The resident memory in MB; 0 where the system does not tell. */
  rssMb(): number {
    return this.#statusMb('VmRSS');
  }

  /** The highest resident memory so far. */
  peakMb(): number {
    return this.#statusMb('VmHWM');
  }

  #statusMb(field: string): number {
    try {
      const text = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)![1]) / 1024;
    } catch {
      return 0;
    }
  }

  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}
