// The framing of the Debug Adapter Protocol: a header with the length in bytes, an empty line, and JSON.

/** A request of the editor. */
export interface Request {
  readonly seq: number;
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Larger messages are refused: those of editors have some kilobytes. */
const MAX_BYTES = 16 << 20;
const MAX_HEADER = 4096;
const HEADER_END = Buffer.from('\r\n\r\n');
/** Nothing else is allowed in a header, so that a web page cannot send requests over HTTP. */
const HEADER = /^(?:Content-Type:[^\r\n]*\r\n)?Content-Length: *(\d+)(?:\r\nContent-Type:[^\r\n]*)?$/i;

/** Collects bytes and gives whole requests. Throws an error for what is not a message of the protocol. */
export class RequestReader {
  #bytes: Buffer = Buffer.alloc(0);

  add(bytes: Buffer): readonly Request[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const found: Request[] = [];
    for (;;) {
      const end = this.#bytes.indexOf(HEADER_END);
      if (end < 0 && this.#bytes.length > MAX_HEADER) throw new Error('This is not the Debug Adapter Protocol.');
      if (end < 0) return found;
      const length = Number(HEADER.exec(this.#bytes.toString('latin1', 0, end))?.[1]);
      if (!(length <= MAX_BYTES)) throw new Error('A message has no usable Content-Length.');
      const from = end + HEADER_END.length;
      if (this.#bytes.length < from + length) return found;
      const request = readRequest(this.#bytes.toString('utf8', from, from + length));
      this.#bytes = this.#bytes.subarray(from + length);
      if (request) found.push(request);
    }
  }
}

/** Undefined for a message that is not a request. */
function readRequest(text: string): Request | undefined {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null) return undefined;
  const { seq, type, command, arguments: args } = message as Record<string, unknown>;
  if (type !== 'request' || typeof command !== 'string' || typeof seq !== 'number') return undefined;
  return { seq, command, arguments: (typeof args === 'object' && args !== null ? args : {}) as Request['arguments'] };
}

/** A message with its header. */
export function frame(message: object): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
