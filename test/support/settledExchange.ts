import { channel } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';

/** How many turns of the event loop nothing must happen until an exchange counts as settled. */
const QUIET_TURNS = 25;

/** The server's ends of connections to servers of this process, by both ports: connections to two servers can have one port of the client. */
const accepted = new Map<string, Socket>();
const nameOf = (server: number | undefined, client: number | undefined) => `${server} ${client}`;
channel('net.server.socket').subscribe((message) => {
  const { socket } = message as { readonly socket: Socket };
  if (socket.remotePort !== undefined) accepted.set(nameOf(socket.localPort, socket.remotePort), socket);
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export interface SettledOptions {
  /** Whether a piece is sent only when everything before it was answered. Otherwise all are sent at once. */
  readonly waits: boolean;
}

/**
 * Sends pieces to a server of this process and returns what came back. The client closes its side only when the server has read everything and
 * nothing has happened for some turns of the event loop, so the result does not depend on how fast either side is: a server drops the
 * answers to a client that has gone.
 */
export async function settledExchange(
  port: number,
  pieces: readonly string[],
  { waits }: SettledOptions,
): Promise<string> {
  const client = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  let text = '';
  let sent = 0;
  let isClosed = false;
  client.on('data', (data) => (text += data.toString('latin1')));
  client.on('error', () => undefined);
  client.on('end', () => client.end());
  const closed = new Promise<void>((resolve) =>
    client.on('close', () => {
      isClosed = true;
      resolve();
    }),
  );
  await new Promise((resolve) => client.once('connect', resolve));
  const name = nameOf(port, client.localPort);
  while (!accepted.has(name)) await turn();
  const server = accepted.get(name)!;
  accepted.delete(name);
  const settle = async () => {
    let before = '';
    for (let quiet = 0; quiet < QUIET_TURNS && !isClosed; ) {
      await turn();
      const now = `${server.bytesRead} ${server.bytesWritten} ${text.length}`;
      const isRead = server.bytesRead === sent || server.destroyed || server.writableEnded;
      quiet = isRead && now === before && text.length === server.bytesWritten ? quiet + 1 : 0;
      before = now;
    }
  };
  for (const piece of pieces) {
    if (client.writable) client.write(piece, 'latin1');
    sent += piece.length;
    if (waits) await settle();
  }
  await settle();
  client.end();
  await closed;
  return text.replaceAll(/Date: [^\r]*/g, 'Date: now');
}
