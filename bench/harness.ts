import { readFileSync } from 'node:fs';

/** One line of the benchmark's table. */
export interface Row {
  readonly name: string;
  /** What was measured, with its unit. */
  readonly ours: string;
  /** The value it is compared with, with its unit; empty if the bar is absolute. */
  readonly theirs: string;
  /** theirs / ours for times: how many times faster we are. */
  readonly ratio?: number;
  readonly bar: string;
  readonly ok: boolean;
}

/** The milliseconds that a call takes: the best of several rounds, each long enough to be timed. */
export function timeMs(work: () => void, { rounds = 7, minMs = 30 } = {}): number {
  let repeats = 1;
  for (;;) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) work();
    const spent = performance.now() - start;
    if (spent >= minMs) break;
    repeats = Math.ceil(repeats * Math.max(2, Math.min(20, (minMs * 1.2) / Math.max(spent, 0.001))));
  }
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) work();
    best = Math.min(best, (performance.now() - start) / repeats);
  }
  return best;
}

const P = 2n ** 251n + 17n * 2n ** 192n + 1n;

/** The loop that absolute bars are scaled by. */
function calibrate(): void {
  let x = 3n;
  for (let i = 0; i < 300_000; i++) x = (x * x + 7n) % P;
}

/** The loop's time on the reference machine, for which the bars were set. */
const REFERENCE_CALIBRATION_MS = 182;

/** This machine's time for the loop. */
export function calibrationMs(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    calibrate();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** How much slower than the reference machine this one is now. */
export const scale = (): number => calibrationMs() / REFERENCE_CALIBRATION_MS;

/**
 * Returns the result of some work, and how much slower than the reference machine this one was at that time, since its speed changes
 * within minutes. Long work also calls `look` in its pauses, to measure the speed.
 */
export async function scaledAround<T>(work: (look: () => void) => Promise<T>): Promise<readonly [T, number]> {
  const looks = [scale()];
  const look = () => void looks.push(scale());
  const result = await work(look);
  look();
  return [result, looks.reduce((sum, factor) => sum + factor, 0) / looks.length];
}

/** The same from one loop, in processor time: for interleaved measurements of processor time on a busy machine. */
export const scaleNow = (): number => processorMs(calibrate) / REFERENCE_CALIBRATION_MS;

/** The milliseconds of processor time of all processes that this one has waited for, with those that they waited for. */
export function childrenMs(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, fields = ''] = /\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number);
  // The kernel counts in hundredths of a second here.
  return (user + system) * 10;
}

/** The milliseconds of processor time, of all threads, that some work takes. */
export function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return processorMsSince(start);
}

export function processorMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * The milliseconds that the main thread has run, without V8's own threads; on other systems than Linux, all threads. The kernel counts in
 * steps of up to 4 ms.
 */
export function mainThreadMs(): number {
  if (process.platform === 'linux')
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export const median = (list: readonly number[]): number => list.slice().sort((a, b) => a - b)[list.length >> 1]!;

/** A row for two times in milliseconds of the same work; theirs may be scaled. */
export function ratioRow(name: string, oursMs: number, theirsMs: number, atLeast: number, scaledBy?: number): Row {
  const ratio = theirsMs / oursMs;
  return {
    name,
    ours: duration(oursMs),
    theirs: duration(theirsMs),
    ratio,
    bar: `>= ${atLeast}x${scaledBy === undefined ? '' : ` (calibration ${scaledBy.toFixed(2)})`}`,
    ok: ratio >= atLeast,
  };
}

/** A row for a time that has an absolute bar, scaled by the calibration. */
export function limitRow(name: string, oursMs: number, atMostMs: number, scaledBy = 1): Row {
  return {
    name,
    ours: duration(oursMs),
    theirs: '',
    bar: `<= ${duration(atMostMs * scaledBy)}`,
    ok: oursMs <= atMostMs * scaledBy,
  };
}

export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms >= 1) return `${ms.toFixed(2)} ms`;
  if (ms >= 0.001) return `${(ms * 1000).toFixed(2)} us`;
  return `${(ms * 1e6).toFixed(1)} ns`;
}

export function printRows(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  for (const row of rows) {
    const ratio = row.ratio === undefined ? '' : `${row.ratio.toFixed(1)}x`;
    console.log(
      `  ${row.ok ? 'ok  ' : 'MISS'} ${row.name.padEnd(44)} ${row.ours.padStart(12)} ${row.theirs.padStart(12)} ${ratio.padStart(8)}  ${row.bar}`,
    );
  }
}
