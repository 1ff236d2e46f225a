import type { OriginAnswer } from '../../fork/originClient.ts';

/** A request to an origin and its answer. */
export interface RecordedExchange {
  readonly method: string;
  readonly params: unknown;
  readonly answer: OriginAnswer;
}

/** Answers of an origin, by request. What is in it stays: an answer that comes later to the same request is not taken. */
export class OriginRecord {
  readonly #exchanges = new Map<string, RecordedExchange>();
  /** What a reader of the record should know, such as parts that its file lacks. */
  readonly notes: string[] = [];

  get size(): number {
    return this.#exchanges.size;
  }

  find(method: string, params: unknown): OriginAnswer | undefined {
    return this.#exchanges.get(requestName(method, params))?.answer;
  }

  /** Adds an answer, unless there is one. */
  add({ method, params, answer }: RecordedExchange): void {
    const name = requestName(method, params);
    if (!this.#exchanges.has(name)) this.#exchanges.set(name, { method, params: normal(params), answer });
  }

  /** All exchanges, in the order in which they were added. */
  all(): Iterable<RecordedExchange> {
    return this.#exchanges.values();
  }

  /** All exchanges in an order that depends on nothing but them, so that the same answers give the same file. */
  exchanges(): readonly RecordedExchange[] {
    return [...this.#exchanges].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, exchange]) => exchange);
  }

  /** The parameters of the recorded requests of a method. */
  *paramsOf(method: string): Generator<unknown, void, void> {
    for (const exchange of this.#exchanges.values()) if (exchange.method === method) yield exchange.params;
  }
}

/** One name for all forms of a request. */
export const requestName = (method: string, params: unknown): string => `${method} ${JSON.stringify(normal(params))}`;

const HEX = /^0x[0-9a-f]{1,64}$/i;

/** Parameters in one form, whatever the order of their members and the zeros before a number. */
function normal(value: unknown): unknown {
  if (typeof value === 'string') return HEX.test(value) ? `0x${BigInt(value).toString(16)}` : value;
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, normal((value as Record<string, unknown>)[key])]),
  );
}
