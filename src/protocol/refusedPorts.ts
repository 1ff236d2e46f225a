import { refusedPort } from './refusedPort.ts';

/**
 * The "bad ports" of the Fetch standard, https://fetch.spec.whatwg.org/#bad-port (2026). Browsers and `fetch` of Node.js make no requests
 * to them, because other protocols use them. Port 0 is left out: nothing listens there. Only the command has this table, so that pages need not load it.
 */
const REFUSED: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** All of them. */
export const refusedPorts: readonly number[] = [...REFUSED];

/** Why no browser and no `fetch` can use a port; undefined if they can. */
export const portRefusal = (port: number): string | undefined => (REFUSED.has(port) ? refusedPort(port) : undefined);

/** Why no browser and no `fetch` can use the port of a URL; undefined if they can. */
export const urlRefusal = (url: string): string | undefined =>
  URL.canParse(url) ? portRefusal(Number(new URL(url).port)) : undefined;
