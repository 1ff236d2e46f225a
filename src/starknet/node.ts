import type { Sandbox } from '../library/index.ts';

/** What the helpers use of a sandbox. */
export type Box = Pick<Sandbox, 'fetch' | 'accounts' | 'WebSocket'>;

/** A sandbox of this process, or the URL of a server, such as `http://127.0.0.1:5050`. */
export type BoxOrUrl = Box | string;

/** Requests to a sandbox never leave the process; the name shows in the error messages of clients. */
export const BOX_URL = 'http://sandbox.invalid';
