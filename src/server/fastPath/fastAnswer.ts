// Answers as node:http writes them.

/** The answer to bytes that are not a request. */
export const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n';

type Headers = Readonly<Record<string, string>>;

/** Header lines, each after a line break. */
const linesOf = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `\r\n${name}: ${value}`)
    .join('');

/** The headers of a JSON answer between content-length and date. */
export const jsonHeaders = (cors: Headers): string => linesOf({ 'content-type': 'application/json', ...cors });

/** The last header lines of an answer on a keep-alive connection. */
export const keepAliveEnd = (seconds: number): string =>
  `${linesOf({ Connection: 'keep-alive', 'Keep-Alive': `timeout=${seconds}` })}\r\n\r\n`;

/** The head of an answer. `size` is the number of bytes of the body. */
export const answerHead = (headers: string, end: string, size: number): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${size}${headers}${dateLine()}${end}`;

/** The head of an answer of unknown length, which is sent in chunks. */
export const chunkedHead = (headers: string, end: string): string =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked${headers}${dateLine()}${end}`;

/** A chunk of such an answer, and the end of it. */
export const chunkOf = (piece: string): string => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`;
export const LAST_CHUNK = '0\r\n\r\n';

/** The answer to a request for which there is not enough memory. */
export const unavailableAnswer = (cors: Headers, reason: string): string =>
  `HTTP/1.1 503 Service Unavailable${linesOf({ 'content-length': String(Buffer.byteLength(reason)), 'content-type': 'text/plain; charset=utf-8', ...cors, connection: 'close' })}${dateLine()}\r\n\r\n${reason}`;

/** The answer to a request that took too long. */
export const timeoutAnswer = (cors: Headers): string =>
  `HTTP/1.1 408 Request Timeout${linesOf({ 'content-length': '0', ...cors, connection: 'close' })}${dateLine()}\r\n\r\n`;

let second = 0;
let line = '';

/** The date header, formatted once a second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    line = linesOf({ Date: new Date(now * 1000).toUTCString() });
  }
  return line;
}
