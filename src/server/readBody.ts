import type { IncomingMessage } from 'node:http';
import { Gathered } from './gathered.ts';

/** The body as text, or `tooLarge` as soon as it exceeds the limit, or `aborted` when the client goes away. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<string | 'tooLarge' | 'aborted'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) return resolve('tooLarge');
    const body = new Gathered();
    request.on('data', (chunk: Buffer) => {
      if (body.size + chunk.length > limitBytes) {
        resolve('tooLarge');
        request.removeAllListeners('data');
        request.resume();
      } else body.add(chunk);
    });
    request.on('end', () => resolve(body.bytes().toString('utf8')));
    request.on('error', () => resolve('aborted'));
    request.on('close', () => resolve('aborted'));
  });
}
