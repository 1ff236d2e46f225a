// All metrics, in the text format of Prometheus. Names, labels and buckets are those of starknet-devnet; our own begin with `starbox_`.
// A new metric needs only this file: `CallReport` and the chain have what there is to count.
import type { ChainView } from '../../chain/chainView.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import type { FaultKind } from '../../faults/faultRule.ts';
import type { CallReport } from '../../rpc/dispatch.ts';
import type { HttpPath } from '../reportPath.ts';

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
  /** The lines after HELP and TYPE; none if nothing was counted yet. */
  lines(): Iterable<string>;
}

/** A number that is read when the metrics are requested. */
function gauge(name: string, help: string, read: () => number): Family {
  return { name, help, type: 'gauge', lines: () => [`${name} ${read()}`] };
}

/** Counts by method that are read when the metrics are requested. Zeros are left out. */
function countsOf(name: string, help: string, read: () => Iterable<readonly [method: string, count: number]>): Family {
  const lines = () => [...read()].filter(([, n]) => n > 0).map(([method, n]) => `${name}${labelText({ method })} ${n}`);
  return { name, help, type: 'counter', lines };
}

/** Counts by labels. */
class Counter implements Family {
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
class Histogram implements Family {
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

/** The largest value so far by method, in seconds. */
class Longest implements Family {
  readonly type = 'gauge';
  readonly name: string;
  readonly help: string;
  readonly #seconds = new Map<string, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  observe(method: string, seconds: number): void {
    if (seconds > (this.#seconds.get(method) ?? 0)) this.#seconds.set(method, seconds);
  }

  *lines(): Iterable<string> {
    for (const [method, seconds] of this.#seconds) yield `${this.name}${labelText({ method })} ${seconds}`;
  }
}

const priceLines = ({ l1Gas, l1DataGas, l2Gas }: GasPrices) =>
  Object.entries({ l1: l1Gas, l1_data: l1DataGas, l2: l2Gas }).map(
    ([gas, { fri }]) => `starbox_gas_price_fri${labelText({ gas })} ${fri}`,
  );

/** The part of the chain that the metrics read. */
interface MeasuredChain extends Pick<ChainView, 'firstNumber' | 'transactionCount' | 'origin'> {
  readonly value: Pick<ChainView['value'], 'cheats'> & { readonly open: Pick<ChainView['value']['open'], 'prices'> };
  readonly latest: Pick<ChainView['latest'], 'number'>;
}

/** All metrics of a node. */
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
  readonly #connections = new Counter(
    'starbox_http_connection_count',
    'Total number of HTTP connections by the code that served them; one that was handed over counts twice',
  );
  readonly #faults = new Counter(
    'starbox_fault_count',
    'Total number of faults that disturbed clients, by their names',
  );
  readonly #turns = new Longest(
    'starbox_longest_turn_seconds',
    'Longest processor time that a method used before other requests were served',
  );
  readonly #families: readonly Family[];

  /**
   * What is given is called when the metrics are requested. There are no boxes unless `boxCount` is given, and no rules of faults unless
   * `faultRules` is.
   */
  constructor(chain: () => MeasuredChain, boxCount: () => number = () => 0, faultRules: () => number = () => 0) {
    const cacheReads = () => chain().origin?.counts.reads ?? [];
    this.#families = [
      this.#holds,
      this.#waits,
      this.#calls,
      this.#durations,
      gauge('starknet_block_count', 'Current number of retained local blocks in Starknet', () => {
        const { latest, firstNumber } = chain();
        return latest.number - firstNumber + 1;
      }),
      gauge(
        'starknet_transaction_count',
        'Current number of retained transactions in Starknet',
        () => chain().transactionCount,
      ),
      countsOf('starknet_upstream_cache_hit_count', 'Total number of upstream forking origin cache hits', () =>
        cacheReads().map(({ method, hits }) => [`starknet_${method}`, hits] as const),
      ),
      countsOf('starknet_upstream_cache_miss_count', 'Total number of upstream forking origin cache misses', () =>
        cacheReads().map(({ method, misses }) => [`starknet_${method}`, misses] as const),
      ),
      gauge(
        'starknet_upstream_cache_size',
        'Current number of items in the upstream forking origin cache',
        () => chain().origin?.counts.size ?? 0,
      ),
      this.#upstreamCalls,
      this.#upstreamDurations,
      this.#connections,
      this.#turns,
      gauge('starbox_cheat_count', 'Current number of cheats in force', () => chain().value.cheats.all.length),
      {
        name: 'starbox_gas_price_fri',
        help: 'Gas prices of the open block, in fri',
        type: 'gauge',
        lines: () => priceLines(chain().value.open.prices),
      },
      this.#faults,
      gauge(
        'starbox_fault_rule_count',
        'Current number of rules by which clients are disturbed, with those of boxes',
        faultRules,
      ),
      gauge('starbox_box_count', 'Current number of boxes', boxCount),
    ];
  }

  /** Counts a call under the name that the client used. Unknown methods share one label, so clients cannot create labels. */
  call(report: Omit<CallReport, 'result' | 'node'>): void {
    const { method, name, error, milliseconds, waitMilliseconds, overSocket, unparsed } = report;
    const label = name === undefined ? 'unknown' : method;
    // Over a WebSocket, starknet-devnet does not count calls that did not parse.
    if (!(overSocket && unparsed)) {
      this.#calls.add({ method: label, status: error ? 'error' : 'success' });
      this.#durations.observe(milliseconds / 1000, { method: label });
    }
    if (unparsed) return;
    // Only writes wait for their turn.
    const labels = { mode: waitMilliseconds === undefined ? 'read' : 'write' };
    this.#waits.observe((waitMilliseconds ?? 0) / 1000, labels);
    this.#holds.observe((milliseconds - (waitMilliseconds ?? 0)) / 1000, labels);
  }

  /** Counts a request to the origin of a fork. */
  upstream(method: string, seconds: number, ok: boolean): void {
    const labels = { method, status: ok ? 'success' : 'error' };
    this.#upstreamCalls.add(labels);
    this.#upstreamDurations.observe(seconds, labels);
  }

  /** Counts a connection when a path begins to serve it. */
  connection(path: HttpPath): void {
    this.#connections.add({ path });
  }

  /** Counts a fault that disturbs a client. */
  fault(fault: FaultKind): void {
    this.#faults.add({ fault });
  }

  /** Keeps the longest turn of a method. */
  turn(method: string, milliseconds: number): void {
    this.#turns.observe(method, milliseconds / 1000);
  }

  /** The text that a scraper reads. */
  text(): string {
    return this.#families
      .map(({ name, help, type, lines }, i) => {
        const all = [...lines.call(this.#families[i]!)];
        return all.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${all.join('\n')}\n`;
      })
      .join('');
  }
}
