import { appendFile, writeFile } from 'node:fs/promises';
import { ioReason } from '../../platform/ioReason.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { isDecided, readVerdict, type TrialVerdict } from '../../tools/mutants/verdict.ts';
import { StartError } from '../start/startError.ts';

const MAX_BYTES = 1 << 28;
const NEWLINE = 10;
const MARK = 'starboxVerdicts';
const VERSION = 1;

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

  /**
   * Makes the file of a run ready: that of a run of the same command which was interrupted is kept, and any other is begun anew. Its first
   * line names the command. Returns what is known.
   */
  static async begin(path: string, command: readonly string[], isFresh: boolean): Promise<Verdicts> {
    const bytes = await readRegular(path, MAX_BYTES, 'the largest file of verdicts').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new StartError(`${path} cannot be used: ${ioReason(error).replace(/\.$/, '')}. Remove it.`);
    });
    const head = JSON.stringify({ [MARK]: VERSION, command });
    const isSame = !isFresh && bytes?.subarray(0, bytes.indexOf(NEWLINE)).toString() === head;
    if (!isSame) await writeFile(path, `${head}\n`);
    // The last line may have been cut: what is added later would be lost with it.
    else if (bytes.at(-1) !== NEWLINE) await appendFile(path, '\n');
    return Verdicts.read(path);
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

  /** Decided mutants and passed tests. */
  get size(): number {
    return this.countOf(new Set([...this.#decided.keys(), ...this.#passed.keys()]));
  }

  /** The same of these mutants alone. */
  countOf(ids: ReadonlySet<string>): number {
    let count = 0;
    for (const id of ids) count += (this.#decided.has(id) ? 1 : 0) + (this.#passed.get(id)?.size ?? 0);
    return count;
  }
}
