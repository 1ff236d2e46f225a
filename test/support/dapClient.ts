// A small client of the Debug Adapter Protocol, over a socket.
import { connect, type Socket } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: bodies of the protocol are read member by member
type Body = any;

interface Message {
  readonly type: 'response' | 'event';
  readonly request_seq?: number;
  readonly event?: string;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: Body;
}

export class DapClient {
  readonly output: string[] = [];
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events: Message[] = [];
  #onEvent: (() => void) | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #seq = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
  }

  static open(port: number): Promise<DapClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new DapClient(socket)));
      socket.once('error', reject);
    });
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const match = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#bytes.toString('latin1', 0, 64));
      if (!match) return;
      const end = match[0].length + Number(match[1]);
      if (this.#bytes.length < end) return;
      this.#take(JSON.parse(this.#bytes.toString('utf8', match[0].length, end)));
      this.#bytes = this.#bytes.subarray(end);
    }
  }

  #take(message: Message): void {
    if (message.type === 'response') {
      this.#waiting.get(message.request_seq!)?.(message);
      this.#waiting.delete(message.request_seq!);
    } else if (message.event === 'output') this.output.push(message.body.output);
    else {
      this.#events.push(message);
      this.#onEvent?.();
    }
  }

  /** Sends a request and returns the body of its response. */
  async ask(command: string, args: object = {}): Promise<Body> {
    const seq = ++this.#seq;
    const text = JSON.stringify({ seq, type: 'request', command, arguments: args });
    const answer = new Promise<Message>((resolve) => this.#waiting.set(seq, resolve));
    this.#socket.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    const { success, message, body } = await answer;
    if (!success) throw new Error(message);
    return body;
  }

  /** The next event; other events before it are dropped. */
  async event(name: string): Promise<Body> {
    for (;;) {
      while (this.#events.length > 0) {
        const found = this.#events.shift()!;
        if (found.event === name) return found.body;
      }
      await new Promise<void>((resolve) => (this.#onEvent = resolve));
    }
  }

  /** Sends a request that moves the debugger, and waits until it stops. */
  async move(command: string, args: object = {}): Promise<Body> {
    await this.ask(command, { threadId: 1, ...args });
    return this.event('stopped');
  }

  /** The frames of the stack as `name file:line`. */
  async stack(): Promise<readonly string[]> {
    const { stackFrames } = await this.ask('stackTrace', { threadId: 1 });
    return stackFrames.map(({ name, source, line }: Body) => `${name} ${source?.name}:${line}`);
  }

  /** The variables of a scope of a frame: their values by name. */
  async scope(name: string, frame = 0): Promise<Readonly<Record<string, string>>> {
    const { stackFrames } = await this.ask('stackTrace', { threadId: 1 });
    const { scopes } = await this.ask('scopes', { frameId: stackFrames[frame].id });
    const { variablesReference } = scopes.find((scope: Body) => scope.name === name);
    const { variables } = await this.ask('variables', { variablesReference });
    return Object.fromEntries(variables.map((variable: Body) => [variable.name, variable.value]));
  }

  close(): void {
    this.#socket.destroy();
  }
}
