// The text of requests, as a client writes it to a socket.

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const call = (method: string, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, method });
export const request = (body: string) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
