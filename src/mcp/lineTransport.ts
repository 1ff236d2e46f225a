import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { messageLines, notMessage } from './messageLines.ts';

/** Messages over two streams. Unlike that of the SDK it answers what it cannot read, and goes on. */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #input: NodeJS.ReadableStream;
  readonly #output: NodeJS.WritableStream;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#read().then(
      () => this.onclose?.(),
      (error: Error) => {
        this.onerror?.(error);
        this.onclose?.();
      },
    );
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#input.pause();
    this.onclose?.();
  }

  async #read(): Promise<void> {
    for await (const line of messageLines(this.#input as AsyncIterable<Buffer>)) {
      if ('refusal' in line) await this.#write(line.refusal);
      else {
        const json = parsed(line.text);
        const read = JSONRPCMessageSchema.safeParse(json);
        if (read.success) this.onmessage?.(read.data);
        else await this.#write(notMessage(idOf(json)));
      }
    }
  }

  #write(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${text}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The id of something that is no message, to answer it; undefined if it is not even JSON. */
function idOf(json: unknown): unknown {
  if (json === undefined) return undefined;
  const { id } = Object(json) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
