import type { Hub } from '../../sandbox/hub.ts';
import type { Session } from '../../sandbox/session.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

const GOING_AWAY = 1001;
/** The connection ended without a word (RFC 6455). */
const NO_STATUS = 1006;
const CLOSED_REASON = 'The sandbox is closed.';

/** The sandbox at the other end, as its sockets see it. */
export interface WebSocketOwner {
  readonly hub: Hub;
  /** The sockets that are open. */
  readonly sockets: Set<SandboxWebSocket>;
  readonly isClosed: () => boolean;
}

/** Closes the sockets of a sandbox that ends. */
export function closeSockets({ sockets }: WebSocketOwner): void {
  for (const socket of [...sockets]) socket.close(GOING_AWAY, CLOSED_REASON);
}

type Handler<E extends Event> = ((event: E) => void) | null;

/**
 * A WebSocket whose other end is a sandbox in this process. It has the interface of the platform's WebSocket, so clients
 * that accept such a class need no port. The URL does not matter.
 *
 * @example
 * const socket = new box.WebSocket('ws://box');
 * socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"starknet_subscribeNewHeads"}');
 * socket.onmessage = ({ data }) => console.log(data);
 */
export class SandboxWebSocket extends EventTarget {
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  static readonly CLOSING = CLOSING;
  static readonly CLOSED = CLOSED;
  readonly CONNECTING = CONNECTING;
  readonly OPEN = OPEN;
  readonly CLOSING = CLOSING;
  readonly CLOSED = CLOSED;
  readonly url: string;
  readonly protocol = '';
  readonly extensions = '';
  readonly bufferedAmount = 0;
  binaryType: 'blob' | 'arraybuffer' = 'blob';
  onopen: Handler<Event> = null;
  onmessage: Handler<MessageEvent> = null;
  onclose: Handler<Event> = null;
  onerror: Handler<Event> = null;
  readonly #hub: Hub;
  readonly #open: Set<SandboxWebSocket>;
  #session: Session | undefined;
  #readyState: number = CONNECTING;

  /** @internal */
  constructor({ hub, sockets, isClosed }: WebSocketOwner, url: string | URL) {
    super();
    this.#hub = hub;
    this.#open = sockets;
    this.url = String(url);
    // Listeners are added after the constructor has returned.
    setTimeout(() => (isClosed() ? this.close(GOING_AWAY, CLOSED_REASON) : this.#connect()));
  }

  get readyState(): number {
    return this.#readyState;
  }

  #connect(): void {
    if (this.#readyState !== CONNECTING) return;
    this.#open.add(this);
    this.#session = this.#hub.open(
      (text) => this.#receive(text),
      undefined,
      undefined,
      () => this.#end(NO_STATUS, '', false),
    );
    this.#readyState = OPEN;
    this.#emit(new Event('open'), this.onopen);
  }

  #receive(text: string): void {
    if (this.#readyState !== OPEN) return;
    this.#emit(new MessageEvent('message', { data: text }), this.onmessage);
  }

  send(data: string | ArrayBufferLike | ArrayBufferView): void {
    if (this.#readyState === CONNECTING)
      throw new DOMException('The connection is not open yet: wait for the open event.', 'InvalidStateError');
    if (!this.#session || this.#readyState !== OPEN) return;
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data as ArrayBuffer);
    void this.#session.receive(text);
  }

  close(code = 1000, reason = ''): void {
    this.#end(code, reason, true);
  }

  #end(code: number, reason: string, wasClean: boolean): void {
    if (this.#readyState === CLOSING || this.#readyState === CLOSED) return;
    this.#readyState = CLOSING;
    this.#open.delete(this);
    if (this.#session) this.#hub.close(this.#session);
    this.#session = undefined;
    setTimeout(() => {
      this.#readyState = CLOSED;
      this.#emit(closeEvent(code, reason, wasClean), this.onclose);
    });
  }

  #emit<E extends Event>(event: E, handler: Handler<E>): void {
    handler?.call(this, event);
    this.dispatchEvent(event);
  }
}

/** Node.js 20 has no CloseEvent. */
const closeEvent = (code: number, reason: string, wasClean: boolean): Event =>
  Object.assign(new Event('close'), { code, reason, wasClean });
