import type { IncomingMessage } from 'node:http';

/** The body as text, or `tooLarge` as soon as it exceeds the limit, or `aborted` when the client goes away. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<string | 'tooLarge' | 'aborted'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) return resolve('tooLarge');
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        resolve('tooLarge');
        request.removeAllListeners('data');
        request.resume();
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', () => resolve('aborted'));
    request.on('close', () => resolve('aborted'));
  });
}
