import { lstat } from 'node:fs/promises';
import { limits } from '../protocol/limits.ts';
import { groupedDigits } from '../text/groupedDigits.ts';
import { UnfitFileError } from './regularFile.ts';

/** How much the files may take that requests of one run have written. */
interface DiskLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Counts the files that requests have written in this run, of the main chain and of all boxes. Files that were removed do not count. */
export class DiskAllowance {
  readonly #limits: DiskLimits;
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(most: DiskLimits = { files: limits.clientFiles, bytes: limits.clientFileBytes }) {
    this.#limits = most;
  }

  /** Runs a write of so many bytes to a resolved path. Throws an UnfitFileError if that exceeds a limit. A write that fails is not counted. */
  async write(path: string, bytes: number, run: () => Promise<unknown>): Promise<void> {
    if (this.#excess(path, bytes) !== undefined) await this.#forgetRemoved();
    const excess = this.#excess(path, bytes);
    if (excess !== undefined)
      throw new UnfitFileError(
        `the files that requests have written since the start may ${excess}. Remove some of them, or restart the server.`,
      );
    const before = this.#sizes.get(path);
    // Counted before it is written, because other writes may be under way.
    this.#set(path, bytes);
    try {
      await run();
    } catch (error) {
      this.#set(path, before);
      throw error;
    }
  }

  #excess(path: string, bytes: number): string | undefined {
    const before = this.#sizes.get(path);
    if (before === undefined && this.#sizes.size >= this.#limits.files)
      return `be ${groupedDigits(this.#limits.files)} at most`;
    return this.#bytes - (before ?? 0) + bytes > this.#limits.bytes
      ? `take ${groupedDigits(this.#limits.bytes)} bytes at most`
      : undefined;
  }

  #set(path: string, bytes: number | undefined): void {
    this.#bytes += (bytes ?? 0) - (this.#sizes.get(path) ?? 0);
    if (bytes === undefined) this.#sizes.delete(path);
    else this.#sizes.set(path, bytes);
  }

  async #forgetRemoved(): Promise<void> {
    for (const path of [...this.#sizes.keys()]) {
      const isThere = await lstat(path).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
      );
      if (!isThere) this.#set(path, undefined);
    }
  }
}
