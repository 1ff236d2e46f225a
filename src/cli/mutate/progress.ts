import { Verdicts } from './verdicts.ts';

const INTERVAL_MS = 500;

/** The line that says how far a run is, on a terminal alone. */
export class Progress {
  readonly #ids: ReadonlySet<string>;
  readonly #write: ((text: string) => void) | undefined;
  #wholeTotal = 0;
  #wholeTried = 0;

  /** The progress of these mutants. The file of verdicts may have others, of runs with other options. */
  constructor(
    ids: Iterable<string>,
    write: ((text: string) => void) | undefined = process.stderr.isTTY
      ? (text) => void process.stderr.write(`\r\u001b[2K${text}`)
      : undefined,
  ) {
    this.#ids = new Set(ids);
    this.#write = write;
  }

  /** Follows the file of verdicts. Returns a function that ends this. */
  follow(path: string): () => void {
    const write = this.#write;
    if (!write) return () => {};
    let isReading = false;
    const timer = setInterval(async () => {
      if (isReading) return;
      isReading = true;
      const verdicts = await Verdicts.read(path);
      isReading = false;
      const decided = [...this.#ids].filter((id) => verdicts.decided(id)).length;
      write(`${decided} of ${this.#ids.size} mutants decided, ${verdicts.countOf(this.#ids)} trials`);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }

  /** Mutants that are tried with a run of the whole command each. */
  whole(count: number): void {
    this.#wholeTotal = count;
    if (count > 0) this.#write?.(`${count} mutants need a run of the whole command each`);
  }

  tried(): void {
    this.#write?.(`${++this.#wholeTried} of ${this.#wholeTotal} runs of the whole command`);
  }

  end(): void {
    this.#write?.('');
  }
}
