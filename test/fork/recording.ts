import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FetchLike } from '../../src/fork/transport.ts';
import { requestName } from './requestName.ts';

/** One HTTP request to an origin with the status and the answer. Ids are left out. */
export interface Exchange {
  readonly method: string;
  readonly params: unknown;
  readonly status: number;
  readonly answer: { readonly result?: unknown; readonly error?: unknown };
}

/** A request to the fork, and the answer of the origin after it went through the same. */
export interface Step {
  readonly method: string;
  readonly params: unknown;
  /** A result or an error, without the parts that may differ (comparable.ts). */
  readonly expected: unknown;
}

/** A session of a fork with its origin. */
export interface Recording {
  /** How the fork is started. */
  readonly fork: {
    readonly seed: number;
    readonly accounts: number;
    readonly startTimeSeconds: number;
    readonly blockNumber: number;
  };
  /** The number of HTTP requests. A batch counts once. */
  readonly calls: number;
  readonly exchanges: readonly Exchange[];
  readonly steps: readonly Step[];
  /** All events of the chain, of both sides of the fork. */
  readonly events: readonly unknown[];
}

/** The page size in requests for events. */
export const EVENTS_AT_A_TIME = 7;

const FILE = new URL('../../test/fixtures/recorded-origin.json.gz', import.meta.url);

export function readRecording(): Recording {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString());
}

/** Writes a recording with one exchange or step per line, so that recordings can be compared. Returns the size of the file. */
export function writeRecording({ exchanges, steps, ...rest }: Recording): number {
  const lines = (values: readonly unknown[]) => `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`;
  const text = `${JSON.stringify(rest).slice(0, -1)},\n"exchanges":${lines(exchanges)},\n"steps":${lines(steps)}}\n`;
  const file = gzipSync(text, { level: 9 });
  writeFileSync(FILE, file);
  return file.length;
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}
const nameOf = ({ method, params }: Pick<Request, 'method' | 'params'>) => requestName(method, params);

/** Passes requests on and records them with their answers. */
export class Recorder {
  readonly #exchanges = new Map<string, Exchange>();
  calls = 0;

  readonly fetch: FetchLike = async (url, init) => {
    const answer = await fetch(url, init as RequestInit);
    const text = await answer.text();
    this.calls++;
    const asked = [JSON.parse(init.body)].flat() as Request[];
    const told = [JSON.parse(text)].flat() as (Exchange['answer'] & { id: number; jsonrpc: string })[];
    for (const request of asked) {
      const { id: _, jsonrpc: __, ...rest } = told.find(({ id }) => id === request.id)!;
      const { method, params } = request;
      const exchange: Exchange = { method, params, status: answer.status, answer: rest };
      const known = this.#exchanges.get(nameOf(request));
      if (known && JSON.stringify(known.answer) !== JSON.stringify(rest))
        throw new Error(`Two answers to ${nameOf(request)}: the origin is not pinned.`);
      // The same request may have its members in another order.
      if (!known) this.#exchanges.set(nameOf(request), exchange);
    }
    return new Response(text, answer);
  };

  get exchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()];
  }
}

/** An origin that has only the answers of a recording. */
export class ReplayedOrigin {
  readonly #known: ReadonlyMap<string, Exchange>;
  /** Requests that are not in the recording. */
  readonly unknown: string[] = [];
  readonly asked = new Set<string>();
  calls = 0;

  constructor(exchanges: readonly Exchange[]) {
    this.#known = new Map(exchanges.map((exchange) => [nameOf(exchange), exchange]));
  }

  /** Recorded requests that were not made. */
  get unasked(): readonly string[] {
    return [...this.#known.keys()].filter((name) => !this.asked.has(name));
  }

  readonly fetch: FetchLike = async (_url, init) => {
    this.calls++;
    const parsed: Request | Request[] = JSON.parse(init.body);
    const found = [parsed].flat().map((request) => this.#find(request));
    const members = found.map(({ id, answer }) => ({ jsonrpc: '2.0', id, ...answer }));
    const status = found.find((each) => each.status !== 200)?.status ?? 200;
    return new Response(JSON.stringify(Array.isArray(parsed) ? members : members[0]), { status });
  };

  #find(request: Request): Pick<Exchange, 'status' | 'answer'> & { readonly id: number } {
    const name = nameOf(request);
    this.asked.add(name);
    const known = this.#known.get(name);
    if (known) return { ...known, id: request.id };
    this.unknown.push(name);
    return {
      id: request.id,
      status: 200,
      answer: { error: { code: -32099, message: `Not in the recording: ${name}` } },
    };
  }
}
