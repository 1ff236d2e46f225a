import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  isDecided,
  readVerdict,
  type TrialResult,
  type TrialVerdict,
  verdictLine,
} from '../../tools/mutants/verdict.ts';

/** The largest file that is read. A verdict takes some 150 bytes. */
const MAX_BYTES = 1 << 28;

const NEWLINE = 10;

/** The verdicts of a run, which all its processes add to one file, each as a line. */
export class VerdictFile {
  readonly #path: string;
  readonly #results = new Map<string, TrialResult>();
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(verdict: TrialVerdict): void {
    appendFileSync(this.#path, verdictLine(verdict));
    this.#note(verdict);
  }

  /** What is known of a mutant. */
  result(id: string): TrialResult | undefined {
    return this.#results.get(id);
  }

  /** Reads the lines that other processes have added. */
  refresh(): void {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch {
      return;
    }
    try {
      const { size } = fstatSync(file);
      if (size <= this.#offset || size > MAX_BYTES) return;
      const bytes = Buffer.alloc(size - this.#offset);
      const read = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, this.#offset));
      // A line that another process is still writing is read the next time.
      const end = read.lastIndexOf(NEWLINE) + 1;
      this.#offset += end;
      for (const line of read.toString('utf8', 0, end).split('\n')) {
        const verdict = readVerdict(line);
        if (verdict) this.#note(verdict);
      }
    } finally {
      closeSync(file);
    }
  }

  #note({ id, result }: TrialVerdict): void {
    if (!isDecided(this.#results.get(id))) this.#results.set(id, result);
  }
}
