import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { cli, freePort } from '../server.ts';

/** What came back: an answer, or nothing since the client gave up. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A node in its own process, so that only its work counts, with its metrics. */
export class MeasuredNode {
  readonly #port: number;
  readonly #metricsPort: number;
  readonly #stop: () => Promise<void>;

  private constructor(port: number, metricsPort: number, stop: () => Promise<void>) {
    this.#port = port;
    this.#metricsPort = metricsPort;
    this.#stop = stop;
  }

  /** Starts a node that works in a folder, with the chain of a state file if there is one. */
  static async start(program: string, folder: string, stateFile?: string): Promise<MeasuredNode> {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const args = ['--port', port, '--metrics-host', '127.0.0.1', '--metrics-port', metricsPort, '--seed', 0, '--quiet'];
    const chain = [
      '--warm-up',
      'off',
      '--state-commitments',
      '--state-archive-capacity',
      'full',
      '--dump-on',
      'request',
    ];
    const state = stateFile === undefined ? [] : ['--state', stateFile];
    const child = spawn(program, [cli, ...args.map(String), ...chain, '--dump-path', 'start.json', ...state], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const node = new MeasuredNode(port, metricsPort, async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    for (const deadline = Date.now() + 600_000; Date.now() < deadline && child.exitCode === null; ) {
      if (await node.call('starknet_chainId').catch(() => undefined)) return node;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await node.stop();
    throw new Error('the node did not answer');
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Makes a request that has to succeed. */
  async call<T>(method: string, params: unknown = {}): Promise<T> {
    const { result, error } = JSON.parse(
      await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
    ) as Answer;
    if (error) throw new Error(`${method}: ${JSON.stringify(error).slice(0, 400)}`);
    return result as T;
  }

  /** Sends a text. Throws if there is no answer in time: then the connection is closed, and the node ends the work. */
  post(body: string, patienceMs?: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request({ port: this.#port, host: '127.0.0.1', method: 'POST', path: '/', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      if (patienceMs) setTimeout(() => sent.destroy(new Error('gave up')), patienceMs).unref();
      sent.end(body);
    });
  }

  async overSocket(text: string): Promise<string> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/ws`);
    await once(socket, 'open');
    socket.send(text);
    const [message] = await Promise.race([once(socket, 'message'), once(socket, 'close').then(() => ['{}'])]);
    socket.close();
    return String(message);
  }

  /** The longest turns so far, in milliseconds by method, and how many calls of each method have ended. */
  async metrics(): Promise<{
    readonly turns: ReadonlyMap<string, number>;
    readonly ended: ReadonlyMap<string, number>;
  }> {
    const text = await fetch(`http://127.0.0.1:${this.#metricsPort}/metrics`).then((answer) => answer.text());
    const turns = new Map<string, number>();
    for (const [, work, seconds] of text.matchAll(/^starbox_longest_turn_seconds\{method="(.*)"\} (.*)$/gm))
      turns.set(work!, Number(seconds) * 1000);
    const ended = new Map<string, number>();
    for (const [, work, count] of text.matchAll(/^rpc_call_count\{method="(.*?)",.*\} (\d+)$/gm))
      ended.set(work!, (ended.get(work!) ?? 0) + Number(count));
    return { turns, ended };
  }
}
