import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Target } from './target.ts';

/** One request to an origin. */
export interface OriginRequest {
  readonly method: string;
  readonly params: unknown;
  readonly id: unknown;
}

/** A wrong answer of a hostile origin; undefined passes the request on to the honest node. */
export type Lie = (request: OriginRequest, response: ServerResponse) => unknown;

/** An origin that passes requests on to an honest node, except those that it answers wrongly. */
export class HostileOrigin {
  lie: Lie = () => undefined;
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async before(good: Target): Promise<HostileOrigin> {
    let origin: HostileOrigin | undefined;
    const server = createServer((request, response) => {
      void readText(request).then((text) => origin!.#answer(good, text, response));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = new HostileOrigin(server, (server.address() as { port: number }).port);
    return origin;
  }

  async #answer(good: Target, text: string, response: ServerResponse): Promise<void> {
    const asked: OriginRequest | OriginRequest[] = JSON.parse(text);
    const answers: unknown[] = [];
    for (const request of [asked].flat()) {
      const lied = this.lie(request, response);
      if (response.headersSent || response.destroyed || lied === TAKEN) return;
      answers.push(
        lied === undefined
          ? JSON.parse((await good.post(JSON.stringify(request))).text)
          : { jsonrpc: '2.0', id: request.id, result: lied },
      );
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The value that a lie returns if it has written the answer itself, or never will. */
export const TAKEN = Symbol('taken');

let bomb: Buffer | undefined;

/** A compressed answer of 250 MB. It is made before waiting times are measured. */
export function prepareBomb(): Buffer {
  bomb ??= gzipSync(Buffer.concat([Buffer.from('{"result":['), Buffer.alloc(250 * 2 ** 20, '[],')]));
  return bomb;
}

/** An answer that is small when compressed and large when decompressed. */
export function answerWithBomb(response: ServerResponse): typeof TAKEN {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(prepareBomb());
  return TAKEN;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
