import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/** The end of a request: its answer, or why there is none. */
export type Outcome = { readonly text: string } | { readonly failed: 'no answer' | 'given up' | 'closed' };

/** Longer than `--timeout`, after which every request has been answered. */
const ANSWER_MS = 180_000;

/** Sends requests, one after the other. */
export interface Connection {
  send(body: string, giveUpAfterMs?: number): Promise<Outcome>;
  close(): void;
}

/** A keep-alive connection over HTTP, to the chain or a box. */
export class HttpConnection implements Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #path: string;

  constructor(port: number, path: string) {
    this.#port = port;
    this.#path = path;
  }

  send(body: string, giveUpAfterMs?: number): Promise<Outcome> {
    return new Promise((done) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const target = { port: this.#port, host: '127.0.0.1', path: this.#path, method: 'POST', agent: this.#agent };
      const timer = setTimeout(() => {
        sent.destroy();
        done({ failed: giveUpAfterMs === undefined ? 'no answer' : 'given up' });
      }, giveUpAfterMs ?? ANSWER_MS);
      const end = (outcome: Outcome) => {
        clearTimeout(timer);
        done(outcome);
      };
      const sent = request({ ...target, headers }, (response) => {
        // The box was dropped.
        if (response.statusCode === 404) return end({ failed: 'closed' });
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => end({ text: Buffer.concat(chunks).toString() }));
        response.on('error', () => end({ failed: 'closed' }));
      });
      sent.on('error', () => end({ failed: 'closed' }));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A WebSocket, to the chain or a box. Notifications are counted and dropped. */
export class SocketConnection implements Connection {
  readonly #socket: WebSocket;
  #waiting: ((outcome: Outcome) => void) | undefined;
  notices = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const text = String(data);
      if (text.includes('"method":"starknet_subscription') || text.includes('"method":"chain_subscription'))
        this.notices++;
      else this.#end({ text });
    });
    socket.on('close', () => this.#end({ failed: 'closed' }));
  }

  /** Undefined if the server refuses it. */
  static open(port: number, path: string): Promise<SocketConnection | undefined> {
    return new Promise((done) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path === '/' ? '' : path}/ws`, {
        perMessageDeflate: false,
      });
      socket.on('error', () => done(undefined));
      socket.once('open', () => done(new SocketConnection(socket)));
    });
  }

  send(body: string, giveUpAfterMs?: number): Promise<Outcome> {
    return new Promise((done) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return done({ failed: 'closed' });
      const timer = setTimeout(() => {
        this.#end({ failed: giveUpAfterMs === undefined ? 'no answer' : 'given up' });
        this.#socket.terminate();
      }, giveUpAfterMs ?? ANSWER_MS);
      this.#waiting = (outcome) => {
        clearTimeout(timer);
        done(outcome);
      };
      this.#socket.send(body);
    });
  }

  #end(outcome: Outcome): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(outcome);
  }

  close(): void {
    this.#socket.terminate();
  }
}
