import { type RequestMemory, TextGivenUp } from '../budget/requestMemory.ts';
import { PartsBuilder, type TextParts } from '../json/textParts.ts';
import { writeJson } from '../json/writeJson.ts';
import { failed } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';
import type { Context } from './context.ts';

/** A list of an answer that may be long. */
export interface LongList<T> {
  /** The number of its items. The length of the text is expected from it and from the items that are written. */
  readonly count: number;
  /** Gives the items, from the first on each time. */
  readonly items: () => Iterable<T>;
  /** What is written for an item, or a promise of it. */
  readonly format: (item: T) => unknown;
}

/** What is needed beside the expected length, so that items which are a little longer than those before need nothing more. */
const RESERVE = 1.1;

/**
 * Writes the items of a list, separated by commas, in slices. Each is written as soon as it is there, so that a long answer takes no more than
 * its text. The memory for that is taken after the first items; if there is not enough, the answer waits for it, and starts again if it already
 * had some. Throws if the text is longer than an answer may be.
 */
export async function writeLongList<T>(
  { chain, memory }: Pick<Context, 'chain' | 'memory'>,
  list: LongList<T>,
): Promise<TextParts> {
  for (;;) {
    try {
      const parts = await write(chain, memory, list);
      if (parts) return parts;
    } catch (error) {
      if (!(error instanceof TextGivenUp)) throw error;
      await memory.waitLarge(false);
    }
  }
}

async function write<T>(
  chain: Context['chain'],
  memory: Context['memory'],
  { count, items, format }: LongList<T>,
): Promise<TextParts | undefined> {
  const text = new PartsBuilder();
  let chars = 0;
  let done = 0;
  for (const item of items()) {
    const made = format(item);
    const written = writeJson(made instanceof Promise ? await made : made);
    text.add(done === 0 ? written : `,${written}`);
    chars += written.length + 1;
    done++;
    // What executions kept for this item is written.
    memory.dropKept();
    if (chars > memory.textChars) {
      const expected = Math.ceil((chars / done) * Math.max(count, done) * RESERVE);
      if (!(await expectText(memory, Math.max(chars, Math.min(expected, memory.mostChars))))) return undefined;
    }
    const pause = chain.rest();
    if (pause) await pause;
  }
  return text.finish();
}

/**
 * Takes memory for a text of so many characters, and waits for it if there is not enough. Throws if an answer may not be that long. Returns
 * false if what was written so far has to be written again.
 */
export async function expectText(memory: RequestMemory, chars: number): Promise<boolean> {
  if (chars > memory.mostChars) throw tooLong(memory.mostChars);
  return chars <= memory.textChars || memory.keepText(chars);
}

const tooLong = (chars: number) =>
  failed(
    message`The answer has more than ${chars} characters, the most that one answer may have. ${hint('memoryLimit')}.`,
  );
