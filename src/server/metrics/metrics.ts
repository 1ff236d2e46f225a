// Counters in the text form that Prometheus reads. Names, labels and buckets are those of the public sandbox.

type Labels = Readonly<Record<string, string>>;

const CALLS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const UPSTREAM = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOCKS = [0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10, 60];

const quote = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
const labelText = (labels: Labels) => {
  const items = Object.entries(labels).map(([name, value]) => `${name}="${quote(value)}"`);
  return items.length > 0 ? `{${items.join(',')}}` : '';
};

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The lines after HELP and TYPE; none when nothing was counted yet. */
  lines(): Iterable<string>;
}

/** A number that is read when asked for. */
export function gauge(name: string, help: string, read: () => number): Family {
  return { name, help, type: 'gauge', lines: () => [`${name} ${read()}`] };
}

/** Counts by method that are read when asked for; those of zero are left out. */
function countsOf(name: string, help: string, read: () => Iterable<readonly [method: string, count: number]>): Family {
  const lines = () => [...read()].filter(([, n]) => n > 0).map(([method, n]) => `${name}${labelText({ method })} ${n}`);
  return { name, help, type: 'counter', lines };
}

/** Counts by labels. */
export class Counter implements Family {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels): void {
    const key = labelText(labels);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  *lines(): Iterable<string> {
    for (const [key, count] of this.#counts) yield `${this.name}${key} ${count}`;
  }
}

/** Durations by labels, in buckets. */
export class Histogram implements Family {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #buckets: readonly number[];
  readonly #series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();

  constructor(name: string, help: string, buckets: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#buckets = buckets;
  }

  observe(seconds: number, labels: Labels = {}): void {
    const key = labelText(labels);
    let series = this.#series.get(key);
    if (!series) {
      series = { labels, counts: this.#buckets.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    const at = this.#buckets.findIndex((bucket) => seconds <= bucket);
    if (at >= 0) series.counts[at]!++;
    series.sum += seconds;
    series.count++;
  }

  *lines(): Iterable<string> {
    for (const { labels, counts, sum, count } of this.#series.values()) {
      let below = 0;
      for (const [i, bucket] of this.#buckets.entries()) {
        below += counts[i]!;
        yield `${this.name}_bucket${labelText({ ...labels, le: String(bucket) })} ${below}`;
      }
      yield `${this.name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`;
      yield `${this.name}_sum${labelText(labels)} ${sum}`;
      yield `${this.name}_count${labelText(labels)} ${count}`;
    }
  }
}

/** What the metrics read of the chain. */
export interface MetricsSource {
  readonly blockCount: number;
  readonly transactionCount: number;
  /** What a fork's origin was asked for, and what was at hand; undefined without a fork. */
  readonly upstream: UpstreamSource | undefined;
}

export interface UpstreamSource {
  readonly size: number;
  readonly reads: readonly { readonly method: string; readonly hits: number; readonly misses: number }[];
}

/** All that is counted. */
export class Metrics {
  readonly #calls = new Counter('rpc_call_count', 'Total number of RPC calls');
  readonly #durations = new Histogram('rpc_call_duration_seconds', 'Duration of RPC calls in seconds', CALLS);
  readonly #holds = new Histogram('devnet_lifecycle_lock_hold_seconds', 'Time holding lifecycle access', LOCKS);
  readonly #waits = new Histogram(
    'devnet_lifecycle_lock_wait_seconds',
    'Time waiting for lifecycle access, including cancelled attempts',
    LOCKS,
  );
  readonly #upstreamCalls = new Counter(
    'starknet_upstream_call_count',
    'Total number of upstream forking origin calls',
  );
  readonly #upstreamDurations = new Histogram(
    'starknet_upstream_call_duration_seconds',
    'Duration of upstream forking origin calls in seconds',
    UPSTREAM,
  );
  readonly #families: readonly Family[];

  constructor(source: () => MetricsSource) {
    this.#families = [
      this.#holds,
      this.#waits,
      this.#calls,
      this.#durations,
      gauge('starknet_block_count', 'Current number of retained local blocks in Starknet', () => source().blockCount),
      gauge(
        'starknet_transaction_count',
        'Current number of retained transactions in Starknet',
        () => source().transactionCount,
      ),
      countsOf(
        'starknet_upstream_cache_hit_count',
        'Total number of upstream forking origin cache hits',
        () => source().upstream?.reads.map(({ method, hits }) => [`starknet_${method}`, hits] as const) ?? [],
      ),
      countsOf(
        'starknet_upstream_cache_miss_count',
        'Total number of upstream forking origin cache misses',
        () => source().upstream?.reads.map(({ method, misses }) => [`starknet_${method}`, misses] as const) ?? [],
      ),
      gauge(
        'starknet_upstream_cache_size',
        'Current number of items in the upstream forking origin cache',
        () => source().upstream?.size ?? 0,
      ),
      this.#upstreamCalls,
      this.#upstreamDurations,
    ];
  }

  /** Counts a call under the name the client used. A method that does not exist is undefined: clients must not choose labels. */
  call(name: string | undefined, seconds: number, ok: boolean): void {
    const method = name ?? 'unknown';
    this.#calls.add({ method, status: ok ? 'success' : 'error' });
    this.#durations.observe(seconds, { method });
  }

  /** Counts a value that a fork's origin was asked for. */
  upstream(method: string, seconds: number, ok: boolean): void {
    const labels = { method, status: ok ? 'success' : 'error' };
    this.#upstreamCalls.add(labels);
    this.#upstreamDurations.observe(seconds, labels);
  }

  /** Counts a turn at the chain: how long a request waited for it, and how long it took. */
  turn(mode: 'read' | 'write', waitSeconds: number, holdSeconds: number): void {
    this.#waits.observe(waitSeconds, { mode });
    this.#holds.observe(holdSeconds, { mode });
  }

  /** The text a scraper reads. */
  text(): string {
    return this.#families
      .map(({ name, help, type, lines }, i) => {
        const all = [...lines.call(this.#families[i]!)];
        return all.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${all.join('\n')}\n`;
      })
      .join('');
  }
}
