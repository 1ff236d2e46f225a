import { ChainError } from '../../protocol/chainError.ts';
import { hint, message, type Words } from '../../protocol/message.ts';

/** An execution did not get the memory that it needs beside what others use, and what its request keeps already. */
export class MemoryShortage extends ChainError {
  constructor(words: Words, { isTemporary }: { readonly isTemporary: boolean }) {
    super('failed', { message: words, isTemporary });
  }
}

/** An execution would need more memory than one request may use. */
export const tooLarge = (bytes: number): MemoryShortage =>
  new MemoryShortage(
    message`The execution needs more than ${bytes} bytes of memory, the most that one request may use. ${hint('memoryLimit')}.`,
    { isTemporary: false },
  );

/** Other requests use the memory. */
export const noMemoryLeft = (): MemoryShortage =>
  new MemoryShortage(
    message`The requests that are under way use all memory that there is for them. Try again later. ${hint('memoryLimit')}.`,
    { isTemporary: true },
  );
