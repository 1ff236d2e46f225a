import type { PlacedTransaction } from '../../chain/value/block.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { hex } from './hex.ts';

/**
 * Writes events as JSON, as `writeJson(formatEvent(…))` does, without objects. Events that follow one another share most of their
 * values, whose texts are made once.
 */
export class EventWriter {
  #placed: PlacedTransaction | undefined;
  /** The members of `#placed` before and after the index of the event. */
  #start = '';
  #block = '';
  /** The last address, and the last keys by their position. */
  readonly #felts: Felt[] = [];
  readonly #texts: string[] = [];

  write(placed: PlacedTransaction, eventIndex: number): string {
    if (placed !== this.#placed) this.#place(placed);
    const { fromAddress, keys, data } = placed.receipt.events[eventIndex]!;
    let text = `${this.#start}${eventIndex}${this.#block},"from_address":${this.#recent(0, fromAddress)},"keys":[`;
    for (let i = 0; i < keys.length; i++) text += (i === 0 ? '' : ',') + this.#recent(i + 1, keys[i]!);
    text += '],"data":[';
    for (let i = 0; i < data.length; i++) text += i === 0 ? quoted(data[i]!) : `,${quoted(data[i]!)}`;
    return `${text}]}`;
  }

  #place(placed: PlacedTransaction): void {
    const { hash, index, block, blockNumber } = placed;
    this.#placed = placed;
    this.#start = `{"transaction_hash":"${hex(hash)}","transaction_index":${index},"event_index":`;
    this.#block = block === undefined ? '' : `,"block_hash":"${hex(block.hash)}","block_number":${blockNumber}`;
  }

  #recent(position: number, felt: Felt): string {
    if (this.#felts[position] === felt) return this.#texts[position]!;
    this.#felts[position] = felt;
    this.#texts[position] = quoted(felt);
    return this.#texts[position]!;
  }
}

const quoted = (felt: Felt): string => `"${formatFelt(felt)}"`;
