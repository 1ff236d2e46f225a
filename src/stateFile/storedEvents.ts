import type { PackedEvents } from '../chain/value/packedEvents.ts';
import type { ByteReader } from './byteReader.ts';
import { felts } from './codec.ts';
import { Numbers } from './numbers.ts';

/** What searches look at in the events of the blocks of a state file. COST: about 40 bytes for a transfer. */
export class StoredEvents {
  readonly #firstNumber: number;
  readonly #words = new Numbers();
  /** Where the words of each block begin. */
  readonly #starts = new Numbers();

  constructor(firstNumber: number) {
    this.#firstNumber = firstNumber;
  }

  beginBlock(): void {
    this.#starts.push(this.#words.length);
  }

  /** Goes over an event. */
  add(from: ByteReader): void {
    const address = from.word();
    const keys = from.length();
    this.#words.push(1 + keys);
    this.#words.push(address);
    for (let i = 0; i < keys; i++) this.#words.push(from.word());
    felts.skip(from);
  }

  of(blockNumber: number): PackedEvents {
    const index = blockNumber - this.#firstNumber;
    const end = index + 1 < this.#starts.length ? this.#starts.at(index + 1) : this.#words.length;
    return { words: this.#words.array, start: this.#starts.at(index), end };
  }
}
