import type { IncomingMessage } from 'node:http';
import { limits } from '../protocol/limits.ts';
import { transit } from '../protocol/transit.ts';
import { ChunkBuffer } from './chunkBuffer.ts';
import type { MemoryShare } from './memoryBudget.ts';

/** Why a body was not read completely. */
export type UnreadBody = 'tooLarge' | 'noMemory' | 'tooSlow' | 'aborted';

/** The body of a request, or why there is none. Its memory is counted in `share` while it arrives. */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  share: MemoryShare,
): Promise<Buffer | UnreadBody> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) return resolve('tooLarge');
    const body = new ChunkBuffer();
    let before = 0;
    const window = setInterval(() => {
      if (body.size - before < limits.bodyBytesPerWindow) end('tooSlow');
      before = body.size;
    }, limits.bodyWindowSeconds * 1000).unref();
    const end = (result: Buffer | UnreadBody) => {
      clearInterval(window);
      request.off('data', onData);
      // The rest of the body is read and dropped.
      request.resume();
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      if (body.size + chunk.length > limitBytes) return end('tooLarge');
      body.add(chunk);
      const held = body.capacity - transit.uncountedBytes;
      if (held > share.bytes && !share.take(held - share.bytes)) end('noMemory');
    };
    request.on('data', onData);
    request.on('end', () => end(body.bytes()));
    request.on('error', () => end('aborted'));
    request.on('close', () => end('aborted'));
  });
}
