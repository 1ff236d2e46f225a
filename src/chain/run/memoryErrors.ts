import { type ChainError, failed } from '../../protocol/chainError.ts';
import { hint, message } from '../../protocol/message.ts';

/** An execution would need more memory than one request may use. */
export const tooLarge = (bytes: number): ChainError =>
  failed(
    message`The execution needs more than ${bytes} bytes of memory, the most that one request may use. ${hint('memoryLimit')}.`,
  );

/** Other requests use the memory. */
export const noMemoryLeft = (): ChainError =>
  failed(
    message`The requests that are under way use all memory that there is for them. Try again later. ${hint('memoryLimit')}.`,
  );
