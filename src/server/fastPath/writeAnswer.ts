import type { Socket } from 'node:net';
import type { TextParts } from '../../json/textParts.ts';

// 'latin1' is faster, and correct when every character is one byte.
const encodingOf = (text: string, bytes: number) => (bytes === text.length ? 'latin1' : 'utf8');

/** The number of bytes of a text. */
export const byteLength = (text: string | TextParts): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

/** Writes an answer whose body has `size` bytes, at once. Returns false if the client has to read it before more is written. */
export function writeAnswer(socket: Socket, head: string, body: string | TextParts, size: number): boolean {
  if (typeof body === 'string') return socket.write(`${head}${body}`, encodingOf(body, size));
  socket.cork();
  let isTaken = socket.write(head, 'latin1');
  for (const part of body) isTaken = socket.write(part, encodingOf(part, Buffer.byteLength(part)));
  socket.uncork();
  return isTaken;
}
