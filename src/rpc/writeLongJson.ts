import { restIfDue } from '../async/turns.ts';
import type { RequestMemory } from '../budget/requestMemory.ts';
import { jsonPieces } from '../json/jsonPieces.ts';
import { PartsBuilder, type TextParts } from '../json/textParts.ts';
import { expectText } from './writeLongList.ts';

/** How much more is asked for when the memory for a text is used up. */
const GROWTH = 2;

/**
 * Writes a value with long lists, in slices. The memory for the text is taken as it grows; if there is not enough, the text is given up and
 * written again when there is. Throws if the text is longer than an answer may be.
 */
export async function writeLongJson(value: unknown, memory: RequestMemory): Promise<TextParts> {
  for (;;) {
    const parts = await write(value, memory);
    if (parts) return parts;
  }
}

async function write(value: unknown, memory: RequestMemory): Promise<TextParts | undefined> {
  const text = new PartsBuilder();
  let chars = 0;
  for (const piece of jsonPieces(value)) {
    text.add(piece);
    chars += piece.length;
    if (chars > memory.textChars) {
      const expected = Math.max(chars, Math.min(chars * GROWTH, memory.mostChars));
      if (!(await expectText(memory, expected))) return undefined;
    }
    const pause = restIfDue();
    if (pause) await pause;
  }
  return text.finish();
}
