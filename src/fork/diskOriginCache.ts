import { restIfDue } from '../async/turns.ts';
import { type Felt, formatFelt, parseFelt } from '../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../felt/key.ts';
import type { StateItem } from '../state/need.ts';
import { readLines, writeLine } from './checkedLines.ts';
import type { GrowingCacheFiles, OriginCache } from './originCache.ts';
import type { ClassAnswer } from './originClass.ts';

type ValueItem = Exclude<StateItem, { kind: 'class' }>;

/** When the file of a block is this long, nothing more is added. */
const MAX_FILE_LENGTH = 128 * 2 ** 20;
const WRITE_DELAY_MS = 100;

/**
 * A cache of answers on disk. It has one file per chain and block, named after the block's hash, to which lines are appended,
 * and one file per class, which all blocks of a chain share. Damaged lines and files are dropped, and the values are fetched again.
 */
export class DiskOriginCache implements OriginCache {
  readonly #files: GrowingCacheFiles;
  readonly #chain: string;
  readonly #name: string;
  readonly #warn: (text: string) => void;
  readonly #values: [ValueItem, FeltKey][] = [];
  readonly #answers = new Map<string, string>();
  #size = 0;
  #pending = '';
  #lastWrite: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBroken = false;

  private constructor(files: GrowingCacheFiles, chainId: Felt, blockHash: Felt, warn: (text: string) => void) {
    this.#files = files;
    this.#chain = chainId.toString(16);
    this.#name = `block-${this.#chain}-${blockHash.toString(16)}.log`;
    this.#warn = warn;
  }

  static async open(
    files: GrowingCacheFiles,
    chainId: Felt,
    blockHash: Felt,
    warn: (text: string) => void,
  ): Promise<DiskOriginCache> {
    const kept = new DiskOriginCache(files, chainId, blockHash, warn);
    await kept.#load();
    return kept;
  }

  values(): Iterable<readonly [ValueItem, FeltKey]> {
    return this.#values;
  }

  addValue(item: ValueItem, value: FeltKey): void {
    const key = item.kind === 'storage' ? [formatFelt(feltOf(item.key))] : [];
    this.#push([item.kind, formatFelt(feltOf(item.address)), ...key, formatFelt(feltOf(value))]);
  }

  answer(request: string): string | undefined {
    return this.#answers.get(request);
  }

  addAnswer(request: string, answer: string): void {
    // An answer that cannot be written would only take memory.
    if (this.#isFull) return;
    this.#answers.set(request, answer);
    this.#push(['answer', request, answer]);
  }

  async readClass(classHash: Felt): Promise<ClassAnswer | undefined> {
    const file = this.#classFile(classHash);
    const text = await this.#files.read(file).catch(() => undefined);
    const [answer] = text === undefined ? [] : (await readLines(text, file)).values;
    return typeof answer === 'object' && answer !== null && 'definition' in answer
      ? (answer as ClassAnswer)
      : undefined;
  }

  addClass(classHash: Felt, { definition, casm }: ClassAnswer): void {
    const file = this.#classFile(classHash);
    const text = writeLine({ definition, casm }, file);
    this.#queue(() => this.#files.write(file, text));
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#pending;
    this.#pending = '';
    if (text !== '') this.#queue(() => this.#files.append(this.#name, text));
    await this.#lastWrite;
  }

  async #load(): Promise<void> {
    const text = (await this.#files.read(this.#name).catch((error: unknown) => this.#stop('read', error))) ?? '';
    const { values, dropped } = await readLines(text, this.#name);
    this.#size = text.length;
    for (const line of values) {
      this.#addLine(line);
      const rest = restIfDue();
      if (rest) await rest;
    }
    if (dropped === 0) return;
    this.#warn(`${dropped} damaged ${dropped === 1 ? 'entry' : 'entries'} of the fork cache dropped (${this.#name}).`);
    const sound = values.map((value) => writeLine(value, this.#name)).join('');
    await this.#files.write(this.#name, sound).catch((error: unknown) => this.#stop('written', error));
  }

  #addLine(line: unknown): void {
    if (!Array.isArray(line) || !line.every((part) => typeof part === 'string')) return;
    const [kind, ...rest] = line as readonly string[];
    if (kind === 'answer') {
      if (rest.length === 2) this.#answers.set(rest[0]!, rest[1]!);
      return;
    }
    const felts = rest.map(parseFelt);
    if (felts.includes(undefined)) return;
    const [address, ...more] = (felts as Felt[]).map(keyOf);
    if ((kind === 'classHash' || kind === 'nonce') && more.length === 1)
      this.#values.push([{ kind, address: address! }, more[0]!]);
    if (kind === 'storage' && more.length === 2)
      this.#values.push([{ kind, address: address!, key: more[0]! }, more[1]!]);
  }

  get #isFull(): boolean {
    return this.#isBroken || this.#size > MAX_FILE_LENGTH;
  }

  #push(line: readonly string[]): void {
    if (this.#isFull) return;
    const text = writeLine(line, this.#name);
    this.#size += text.length;
    this.#pending += text;
    if (this.#timer) return;
    this.#timer = setTimeout(() => void this.flush(), WRITE_DELAY_MS);
    // The timer does not keep the process alive. At exit the process calls flush.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #queue(write: () => Promise<unknown>): void {
    this.#lastWrite = this.#lastWrite.then(write).then(
      () => undefined,
      (error: unknown) => this.#stop('written', error),
    );
  }

  /** Goes on without the cache. */
  #stop(what: 'read' | 'written', error: unknown): undefined {
    if (!this.#isBroken)
      this.#warn(`The fork cache cannot be ${what}: ${error instanceof Error ? error.message : String(error)}`);
    this.#isBroken = true;
  }

  #classFile(classHash: Felt): string {
    return `class-${this.#chain}-${classHash.toString(16)}.json`;
  }
}
