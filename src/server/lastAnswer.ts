import type { Duplex } from 'node:stream';

/** How long the client has to read the last answer and to close the connection. */
const LINGER_MS = 500;

/**
 * Sends the last answer on a connection and closes it. Bytes that the client still sends are read and dropped, because closing a
 * connection with unread input resets it, and the answer could be lost.
 */
export function lastAnswer(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(text);
  socket.resume();
}

/** A whole answer that closes the connection. */
export const textAnswer = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
