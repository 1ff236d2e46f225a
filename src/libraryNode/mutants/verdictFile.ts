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

/** The verdicts of a run, which all its processes add to one file, each as a line. */
export class VerdictFile {
  readonly #path: string;
  readonly #results = new Map<string, TrialResult>();
  #offset = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  add(verdict: TrialVerdict): void {
    appendFileSync(this.#path, verdictLine(verdict));
    this.#note(verdict);
  }

  /** What is known of a mutant, also from other processes. */
  result(id: string): TrialResult | undefined {
    this.#read();
    return this.#results.get(id);
  }

  #note({ id, result }: TrialVerdict): void {
    if (!isDecided(this.#results.get(id))) this.#results.set(id, result);
  }

  /** Reads what was added since. */
  #read(): void {
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
      this.#offset += readSync(file, bytes, 0, bytes.length, this.#offset);
      const lines = (this.#rest + bytes.toString()).split('\n');
      this.#rest = lines.pop()!;
      for (const line of lines) {
        const verdict = readVerdict(line);
        if (verdict) this.#note(verdict);
      }
    } finally {
      closeSync(file);
    }
  }
}
