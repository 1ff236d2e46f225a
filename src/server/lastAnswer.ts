import type { Duplex } from 'node:stream';

/** How long a client has to read the last answer and to close its side. */
const LINGER_MS = 500;

/**
 * Sends the last answer on a connection and closes it, whether or not the client closes its side. What the client still
 * sends meanwhile is read and dropped: closing with unread input would reset the connection, and the answer could get lost.
 */
export function lastAnswer(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(text);
  socket.resume();
}

/** A whole answer with a status that ends the connection. */
export const textAnswer = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
