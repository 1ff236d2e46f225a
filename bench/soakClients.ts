import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/** A client that sends one request after the other. */
export interface RpcClient {
  call<T>(method: string, params?: unknown): Promise<T>;
  close(): void;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

const resultOf = <T>(method: string, answer: Answer): T => {
  if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.result as T;
};

/** A client with one keep-alive connection. */
export class HttpClient implements RpcClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #id = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async call<T>(method: string, params?: unknown): Promise<T> {
    const text = await this.#post(JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params }));
    return resultOf(method, JSON.parse(text));
  }

  /** The results of one batch. */
  async callAll<T>(method: string, params: readonly unknown[]): Promise<T[]> {
    const requests = params.map((each, id) => ({ jsonrpc: '2.0', id, method, params: each }));
    const answers: Answer[] = JSON.parse(await this.#post(JSON.stringify(requests)));
    return answers.map((answer) => resultOf(method, answer));
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** Called for each notification, with its method and its result. */
export type OnNotice = (method: string, result: unknown) => void;

/** A WebSocket client that also passes on notifications. */
export class SocketClient implements RpcClient {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #onNotice: OnNotice;
  #id = 0;

  private constructor(socket: WebSocket, onNotice: OnNotice) {
    this.#socket = socket;
    this.#onNotice = onNotice;
    socket.on('message', (data) => this.#take(JSON.parse(String(data))));
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer({ id: 0, error: 'the connection was closed' });
    });
  }

  static open(url: string, onNotice: OnNotice): Promise<SocketClient> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.on('error', reject);
      socket.on('open', () => resolve(new SocketClient(socket, onNotice)));
    });
  }

  async call<T>(method: string, params?: unknown): Promise<T> {
    const id = ++this.#id;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
    return resultOf(method, answer);
  }

  /** Resolves after all notifications that were sent before its answer have arrived. */
  async drain(): Promise<void> {
    await this.call('starknet_blockNumber');
  }

  close(): void {
    this.#socket.close();
  }

  #take(message: Answer & { readonly method?: string; readonly params?: { readonly result: unknown } }): void {
    if (message.method !== undefined) {
      this.#onNotice(message.method, message.params!.result);
      return;
    }
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
