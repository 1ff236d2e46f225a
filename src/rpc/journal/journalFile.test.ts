import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Journal } from '../../chain/value/journal.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { ListFile } from './files.ts';
import type { JournalEntry } from './journalEntry.ts';
import { JournalFile, type JournalLag } from './journalFile.ts';

const entry = (id: number): JournalEntry => ({ jsonrpc: '2.0', method: 'devnet_createBlock', params: null, id });
const journalOf = (...ids: number[]): Journal => PersistentVector.from(ids.map(entry));

/** A file in memory whose disk may be full. */
class FakeList implements ListFile {
  items: string[] | undefined;
  isFull = false;
  isChanged = false;
  attempts = 0;

  async isAt(): Promise<boolean> {
    return false;
  }

  #attempt(): void {
    this.attempts++;
    if (this.isFull) throw new Error('No space left on device (os error 28)');
  }

  async replace(items: readonly string[]): Promise<void> {
    this.#attempt();
    this.items = items.length > 0 ? [...items] : undefined;
    this.isChanged = false;
  }

  async append(items: readonly string[]): Promise<boolean> {
    this.#attempt();
    if (this.isChanged || !this.items) return false;
    this.items.push(...items);
    return true;
  }

  get ids(): readonly number[] {
    return (this.items ?? []).map((text) => JSON.parse(text).id);
  }
}

let list: FakeList;
let chain: Journal;
let told: (JournalLag | undefined)[];
let file: JournalFile;
beforeEach(() => {
  vi.useFakeTimers();
  list = new FakeList();
  chain = journalOf();
  told = [];
  file = new JournalFile({ file: list, current: () => chain, tell: (lag) => told.push(lag) });
});
afterEach(() => {
  file.end();
  vi.useRealTimers();
});

const grow = (id: number) => {
  chain = chain.push(entry(id));
  return file.follow();
};

describe('the file that follows the journal', () => {
  test('holds every entry of a change that was waited for, and shares writes', async () => {
    await grow(1);
    expect(list.ids).toEqual([1]);
    await Promise.all([2, 3, 4, 5].map(grow));
    expect(list.ids).toEqual([1, 2, 3, 4, 5]);
    // The first of the four, which takes all that is there by then; the others find nothing left to do.
    expect(list.attempts).toBe(2);
    expect(told).toEqual([]);
  });

  test('is behind while nothing can be written, says so once, and catches up with the next change', async () => {
    await grow(1);
    list.isFull = true;
    await grow(2);
    await grow(3);
    const reason = 'No space left on device (os error 28)';
    expect(told).toEqual([{ entries: 1, reason }]);
    expect(file.lag).toEqual({ entries: 2, reason });
    expect(list.ids).toEqual([1]);
    list.isFull = false;
    await grow(4);
    expect(list.ids).toEqual([1, 2, 3, 4]);
    expect(file.lag).toBeUndefined();
    expect(told).toEqual([{ entries: 1, reason }, undefined]);
  });

  test('catches up by itself, after waits that double up to half a minute', async () => {
    await grow(1);
    list.isFull = true;
    await grow(2);
    list.attempts = 0;
    const attemptsAfter = async (seconds: number) => {
      await vi.advanceTimersByTimeAsync(1000 * seconds);
      return list.attempts;
    };
    expect(await attemptsAfter(1)).toBe(1);
    expect(await attemptsAfter(1)).toBe(1);
    expect(await attemptsAfter(1)).toBe(2);
    expect(await attemptsAfter(4 + 8 + 16 + 30 + 30)).toBe(7);
    list.isFull = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(list.ids).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(list.attempts).toBe(8);
    expect(told.at(-1)).toBeUndefined();
  });

  test('follows a chain that went back, went on otherwise, or is another one', async () => {
    for (const id of [1, 2, 3]) await grow(id);
    const shorter = chain.take(1);
    await file.prepare(shorter);
    expect(list.ids).toEqual([1]);
    chain = shorter;
    await grow(4);
    expect(list.ids).toEqual([1, 4]);
    chain = shorter.push(entry(5)).push(entry(6));
    await file.follow();
    expect(list.ids).toEqual([1, 5, 6]);
    chain = journalOf(7);
    await file.rewrite();
    expect(list.ids).toEqual([7]);
    chain = journalOf();
    await file.follow();
    expect(list.items).toBeUndefined();
  });

  test('is written whole when somebody has changed it', async () => {
    for (const id of [1, 2]) await grow(id);
    list.items = ['{"id":9}'];
    list.isChanged = true;
    await grow(3);
    expect(list.ids).toEqual([1, 2, 3]);
  });

  test('keeps what it has when a step back cannot be written, and tells whoever asked', async () => {
    for (const id of [1, 2]) await grow(id);
    list.isFull = true;
    await expect(file.prepare(chain.take(1))).rejects.toThrow('No space left');
    expect(list.ids).toEqual([1, 2]);
    expect(file.lag).toBeUndefined();
    list.isFull = false;
    await grow(3);
    expect(list.ids).toEqual([1, 2, 3]);
  });
});
