import { appendFile } from 'node:fs/promises';
import { readRegular } from '../../platform/regularFile.ts';
import { isDecided, readVerdict, type TrialVerdict } from '../../tools/mutants/verdict.ts';

const MAX_BYTES = 1 << 28;
const NEWLINE = 10;

/** What trials found so far. */
export class Verdicts {
  /** The verdict that decided a mutant. */
  readonly #decided = new Map<string, TrialVerdict>();
  /** The tests that a mutant passed. */
  readonly #passed = new Map<string, Set<string>>();

  /** Reads the lines of a file. Those that are damaged are tried again. */
  static async read(path: string): Promise<Verdicts> {
    const text = await readRegular(path, MAX_BYTES, 'the largest file of verdicts').then(
      (bytes) => bytes.toString(),
      () => '',
    );
    const verdicts = new Verdicts();
    for (const line of text.split('\n')) {
      const verdict = readVerdict(line);
      if (verdict) verdicts.#add(verdict);
    }
    return verdicts;
  }

  /** Ends the last line of a file, which may have been cut: what is added later would be lost with it. */
  static async endLastLine(path: string): Promise<void> {
    const bytes = await readRegular(path, MAX_BYTES, 'the largest file of verdicts').catch(() => undefined);
    if (bytes && bytes.length > 0 && bytes.at(-1) !== NEWLINE) await appendFile(path, '\n');
  }

  #add(verdict: TrialVerdict): void {
    const { id, result, test } = verdict;
    if (isDecided(result)) {
      if (!this.#decided.has(id)) this.#decided.set(id, verdict);
      return;
    }
    const passed = this.#passed.get(id);
    if (passed) passed.add(test);
    else this.#passed.set(id, new Set([test]));
  }

  /** The verdict that decided a mutant, if there is one. */
  decided(id: string): TrialVerdict | undefined {
    return this.#decided.get(id);
  }

  /** Whether a mutant has passed a test; `''` for the whole command. */
  hasPassed(id: string, test: string): boolean {
    return this.#passed.get(id)?.has(test) ?? false;
  }

  isDone(id: string, test: string): boolean {
    return this.#decided.has(id) || this.hasPassed(id, test);
  }

  get decidedCount(): number {
    return this.#decided.size;
  }

  /** Decided mutants and passed tests. */
  get size(): number {
    let passed = 0;
    for (const tests of this.#passed.values()) passed += tests.size;
    return this.#decided.size + passed;
  }
}
