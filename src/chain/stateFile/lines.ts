import { parseJson } from '../../json/parseJson.ts';
import { limits } from '../../protocol/limits.ts';
import type { JsonReader } from './codec.ts';
import { atLine, reasonOf, StateFileError } from './stateFileError.ts';

const LINE_END = 10;

/** Reads the lines of a state file after its header, one by one. Errors name the line. */
export class Lines {
  readonly #body: Uint8Array;
  /** The start of the next line. */
  #start = 0;
  #read = 0;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  next<T>(reader: JsonReader<T>): T {
    return this.nextBytes((line) => reader.read(parseJson(line, limits.fileJson)));
  }

  nextBytes<T>(read: (line: Uint8Array) => T): T {
    const start = this.#start;
    this.skip(1);
    return this.telling(() => {
      if (start >= this.#body.length) throw new StateFileError('the file ends here, though more was announced');
      return read(this.#body.subarray(start, this.#start - 1));
    });
  }

  skip(lines: number): void {
    for (let i = 0; i < lines && this.#start < this.#body.length; i++) {
      const end = this.#body.indexOf(LINE_END, this.#start);
      this.#start = (end < 0 ? this.#body.length : end) + 1;
    }
    this.#read += lines;
  }

  /** Throws unless the announced number of lines follows. They are counted before the first one is read. */
  expect(announced: number): void {
    let found = 0;
    for (let at = this.#start; at < this.#body.length && found <= announced; found++) {
      const end = this.#body.indexOf(LINE_END, at);
      at = (end < 0 ? this.#body.length : end) + 1;
    }
    if (found === announced) return;
    throw new StateFileError(
      `The state file is wrong: it announces ${announced} lines and has ${found > announced ? 'more' : `only ${found}`}.`,
    );
  }

  telling<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.located(error);
    }
  }

  /** The header is line 1. */
  located(error: unknown): StateFileError {
    return atLine(error instanceof StateFileError ? error : new StateFileError(reasonOf(error)), this.#read + 1);
  }
}
