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
  /** New files have their name only when they are complete. */
  readonly #underWay = new Set<string>();
  #bytes = 0;

  constructor(most: DiskLimits = { files: limits.clientFiles, bytes: limits.clientFileBytes }) {
    this.#limits = most;
  }

  /**
   * Runs a write to a resolved path, which tells before each of its parts how many bytes the file will have; that throws an UnfitFileError if
   * this exceeds a limit. A write that fails is not counted.
   */
  async write(path: string, run: (count: (bytes: number) => Promise<void>) => Promise<unknown>): Promise<void> {
    const before = this.#sizes.get(path);
    let written = 0;
    const count = async (bytes: number) => {
      if (this.#excess(path, bytes) !== undefined) await this.#forgetRemoved();
      const excess = this.#excess(path, bytes);
      if (excess !== undefined)
        throw new UnfitFileError(
          `the files that requests have written since the start may ${excess}. Remove some of them, or restart the server.`,
        );
      // Counted before it is written, because other writes may be under way.
      this.#underWay.add(path);
      this.#set(path, Math.max(before ?? 0, bytes));
      written = bytes;
    };
    try {
      await run(count);
      this.#set(path, written);
    } catch (error) {
      this.#set(path, before);
      throw error;
    } finally {
      this.#underWay.delete(path);
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
      if (this.#underWay.has(path)) continue;
      const isThere = await lstat(path).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
      );
      if (!isThere) this.#set(path, undefined);
    }
  }
}
