import type { FileTarget } from '../async/fileTarget.ts';
import { hexOfBytes } from '../felt/hash.ts';
import { checksum, headerOf, PIECE_BYTES, SUM_BYTES } from './envelope.ts';

/** Writes a state file piece by piece: nothing of it is kept but a piece and the checksums. */
export class StateFileWriter {
  readonly #target: FileTarget;
  readonly #sums: Uint8Array[] = [];
  #piece: Uint8Array | undefined;
  #used = 0;
  #contentBytes = 0;

  constructor(target: FileTarget) {
    this.#target = target;
  }

  /** Adds content. The bytes may be changed afterwards. */
  async add(bytes: Uint8Array): Promise<void> {
    const piece = (this.#piece ??= new Uint8Array(PIECE_BYTES));
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + PIECE_BYTES - this.#used);
      piece.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === PIECE_BYTES) await this.#endPiece(piece);
    }
  }

  /** Adds the last content and completes the file. Returns its length. */
  async finish(last: Uint8Array): Promise<number> {
    // A small file needs no piece.
    if (this.#piece === undefined && last.length <= PIECE_BYTES) await this.#endPiece(last);
    else {
      await this.add(last);
      await this.#endPiece(this.#piece!.subarray(0, this.#used));
    }
    const sums = new Uint8Array(this.#sums.length * SUM_BYTES);
    for (const [index, sum] of this.#sums.entries()) sums.set(sum, index * SUM_BYTES);
    await this.#target.append(sums);
    const bytes = this.#contentBytes + sums.length;
    const header = headerOf(hexOfBytes(await checksum(sums)), bytes);
    await this.#target.replaceStart(header);
    return header.length + bytes;
  }

  async #endPiece(piece: Uint8Array): Promise<void> {
    if (this.#contentBytes === 0) await this.#target.append(headerOf('', 0));
    if (piece.length === 0) return;
    this.#sums.push(await checksum(piece));
    await this.#target.append(piece);
    this.#contentBytes += piece.length;
    this.#used = 0;
  }
}
