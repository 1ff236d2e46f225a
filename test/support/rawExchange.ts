import { connect, type Socket } from 'node:net';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A connection that sends raw bytes and records what comes back. */
export class RawClient {
  readonly socket: Socket;
  readonly #closed: Promise<void>;
  #text = '';

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    this.socket.on('data', (data) => (this.#text += data.toString('latin1')));
    this.socket.on('error', () => undefined);
    this.socket.on('end', () => this.socket.end());
    this.#closed = new Promise((resolve) => this.socket.on('close', () => resolve()));
  }

  /** What has arrived, with all dates replaced. */
  get text(): string {
    return this.#text.replaceAll(/Date: [^\r]*/g, 'Date: now');
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Waits until the given number of answers with a JSON body have arrived. */
  async answers(count: number): Promise<string[]> {
    const bodies = () => [...this.#text.matchAll(/\r\n\r\n(\{.*?\})(?=HTTP|$)/gs)].map((found) => found[1]!);
    while (bodies().length < count) {
      if (this.socket.closed) throw new Error(`The connection was closed before answer ${count}: ${this.text}`);
      await pause(2);
    }
    return bodies();
  }

  /** Resolves with everything that arrived once the connection is closed. */
  async closed(): Promise<string> {
    await this.#closed;
    return this.text;
  }
}

/** Sends pieces that arrive one by one, then closes. Returns what came back until the other side closed. */
export async function exchange(port: number, pieces: readonly string[]): Promise<string> {
  const client = new RawClient(port);
  await new Promise((resolve) => client.socket.on('connect', resolve));
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await pause(4);
    client.send(piece);
  }
  client.socket.end();
  return client.closed();
}
