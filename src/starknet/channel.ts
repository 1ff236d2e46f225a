import type { WebSocketChannel, WebSocketOptions } from 'starknet';
import { BOX_URL, type BoxOrUrl } from './node.ts';
import { starknetJs } from './peer.ts';

/** Options of `WebSocketChannel`, except the address. */
export type ChannelOptions = Omit<WebSocketOptions, 'nodeUrl'>;

type SocketClass = new (url: string) => Socket;
interface Socket {
  readonly readyState: number;
}

const OPEN = 1;

/**
 * A WebSocket channel of starknet.js, for subscriptions. With a sandbox it needs no port, and it works on Node.js 20 too.
 *
 * @throws Error if starknet.js is not installed, or if there is no WebSocket class to reach a server with.
 * @example
 * const subscriptions = channel(box);
 * await subscriptions.waitForConnection();
 * const heads = await subscriptions.subscribeNewHeads();
 * heads.on((head) => console.log(head.block_number));
 * // At the end: a channel that is still open tries to connect to a closed sandbox again.
 * subscriptions.disconnect();
 */
export function channel(node: BoxOrUrl, options: ChannelOptions = {}): WebSocketChannel {
  const { WebSocketChannel } = starknetJs();
  const nodeUrl = webSocketUrl(typeof node === 'string' ? node : BOX_URL);
  const given = options.websocket ?? (typeof node === 'string' ? globalWebSocket() : node.WebSocket);
  const websocket = knowsStates(WebSocketChannel) ? given : withUndefinedOpenState(given as SocketClass);
  return new WebSocketChannel({
    ...options,
    nodeUrl,
    websocket: websocket as NonNullable<WebSocketOptions['websocket']>,
  });
}

/** A path of a version of the specification, such as /rpc/v0_10. */
const VERSIONED = /^(?:\/rpc)?\/v\d+_\d+$/;

/** `http://host:port` and `ws://host:port` lead to the server's path for WebSocket connections. */
function webSocketUrl(text: string): string {
  const url = new URL(text.replace(/^http/, 'ws'));
  if (url.pathname === '/' || url.pathname === '/rpc') url.pathname = '/ws';
  else if (VERSIONED.test(url.pathname)) url.pathname = `/ws${url.pathname}`;
  return url.href;
}

function globalWebSocket(): unknown {
  const { WebSocket } = globalThis as { readonly WebSocket?: unknown };
  if (WebSocket) return WebSocket;
  throw new Error(
    'This version of Node.js has no WebSocket. Use Node.js 22, or pass that of the package ws: channel(url, { websocket: WebSocket }).',
  );
}

/**
 * starknet.js compares the state of a socket with the constants of the WebSocket class that was global when it was loaded.
 * If there was none (Node.js 20), those constants are undefined, and it believes that no socket is ever open.
 */
function knowsStates({ prototype }: { readonly prototype: unknown }): boolean {
  const { isConnected } = prototype as { readonly isConnected: (this: object) => boolean };
  return isConnected.call({ websocket: { readyState: OPEN } });
}

/** Sockets that have the state starknet.js then compares with while they are open. */
function withUndefinedOpenState(given: SocketClass): SocketClass {
  return class {
    constructor(url: string) {
      // biome-ignore lint/correctness/noConstructorReturn: a proxy in place of the socket, so that the socket itself sees its true state
      return new Proxy(new given(url), {
        get: (socket, name) => {
          if (name === 'readyState') return socket.readyState === OPEN ? undefined : socket.readyState;
          const value = Reflect.get(socket, name, socket);
          return typeof value === 'function' ? value.bind(socket) : value;
        },
        set: (socket, name, value) => Reflect.set(socket, name, value, socket),
      });
    }
  } as unknown as SocketClass;
}
