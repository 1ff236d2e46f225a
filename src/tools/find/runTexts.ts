import type { ChainView } from '../../chain/chainView.ts';
import type { StoredTransaction } from '../../chain/value/block.ts';
import type { BlockRecord } from '../../chain/value/history.ts';

/** The most blocks whose texts are kept together. COST: about 70 bytes for a transaction, once somebody searches. */
const BLOCKS = 128;
/** The texts of a block with more transactions are kept by themselves, so a search can stop before or behind it. */
const SHORT_BLOCK = 32;
/** Transactions whose texts are made before other work may run. */
const AT_ONCE = 256;
/** Longer reasons are cut: the error stands at the end, behind the calls that it went through. */
const MOST_CHARS = 500;

/** The place of the transaction of each line: its block and its index, one after the other. The transactions themselves may not be decoded. */
type Places = readonly number[];

/** The texts of the transactions of some blocks, in one string for each kind of text: searching it is much faster than searching each. */
export interface RunTexts {
  /** The index of the first block in the history. */
  readonly start: number;
  /** A line for each transaction: `|` and the digits of its hash, and those of the message that it handled. */
  readonly hashes: string;
  /** A line for each transaction that was reverted: the end of its reason in small letters. */
  readonly reasons: string;
  readonly hashPlaces: Places;
  readonly reasonPlaces: Places;
}

/** In front of the digits of a hash. */
export const HASH_START = '|';

/** A text as the lines have it: in small letters, with one space for each gap or end of a line. */
export const lineOf = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();

const kept = new WeakMap<BlockRecord, RunTexts>();

/** The texts of a run of blocks, whether they were made now, and the first block. */
export interface TextRun {
  readonly texts: RunTexts;
  readonly isNew: boolean;
  readonly firstBlock: number;
}

/** The texts of the transactions before a block, run by run, the newest first. Yields undefined where other work may run. */
export function* textRuns({ value }: ChainView, before: number | undefined): Generator<TextRun | undefined> {
  const { records, firstNumber } = value.history;
  const { number, executed } = value.open;
  if (before === undefined || number < before)
    yield {
      texts: yield* textsOf(records.length, [{ executed: [...executed], number }]),
      isNew: true,
      firstBlock: number,
    };
  for (let end = Math.min(records.length, (before ?? number) - firstNumber); end > 0; ) {
    const last = records.at(end - 1)!;
    const known = kept.get(last);
    const texts = known ?? (yield* newTexts(value, end));
    yield { texts, isNew: !known, firstBlock: firstNumber + texts.start };
    end = texts.start;
  }
}

/** The texts of the run that ends before an index; they are kept if it cannot grow. */
function* newTexts(value: ChainView['value'], end: number): Generator<undefined, RunTexts> {
  const { records } = value.history;
  const isLong = (index: number) => records.at(index)!.executed.length > SHORT_BLOCK;
  const isAlone = isLong(end - 1);
  const lowest = isAlone ? end - 1 : Math.floor((end - 1) / BLOCKS) * BLOCKS;
  let start = end - 1;
  while (start > lowest && !isLong(start - 1)) start--;
  const texts = yield* textsOf(start, blocksIn(value, start, end));
  if (isAlone || end % BLOCKS === 0 || (end < records.length && isLong(end))) kept.set(records.at(end - 1)!, texts);
  return texts;
}

const blocksIn = ({ history }: ChainView['value'], start: number, end: number): readonly TextBlock[] =>
  Array.from({ length: end - start }, (_, i) => ({
    executed: history.records.at(start + i)!.executed,
    number: history.firstNumber + start + i,
  }));

interface TextBlock {
  readonly executed: readonly StoredTransaction[];
  readonly number: number;
}

function* textsOf(start: number, blocks: readonly TextBlock[]): Generator<undefined, RunTexts> {
  const [hashes, reasons]: [string[], string[]] = [[], []];
  const [hashPlaces, reasonPlaces]: [number[], number[]] = [[], []];
  let made = 0;
  for (const { executed, number } of blocks)
    for (const [index, stored] of executed.entries()) {
      const { messageHash, execution } = stored.receipt;
      hashes.push(
        [stored.hash, messageHash]
          .map((hash) => (hash === undefined ? '' : `${HASH_START}${hash.toString(16)}`))
          .join(''),
      );
      hashPlaces.push(number, index);
      if (execution.status === 'REVERTED') {
        reasons.push(lineOf(execution.revertReason.slice(-MOST_CHARS)));
        reasonPlaces.push(number, index);
      }
      if (++made % AT_ONCE === 0) yield undefined;
    }
  return { start, hashes: hashes.join('\n'), reasons: reasons.join('\n'), hashPlaces, reasonPlaces };
}

/** The lines of a text that have another text in them, the last first. */
export function* linesWith(text: string, wanted: string): Generator<number> {
  let from = text.length;
  for (;;) {
    const at = text.lastIndexOf(wanted, from);
    if (at < 0) return;
    yield lineAt(text, at);
    // On to the line before.
    from = text.lastIndexOf('\n', at) - 1;
    if (from < 0) return;
  }
}

function lineAt(text: string, at: number): number {
  let line = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line++;
  return line;
}
