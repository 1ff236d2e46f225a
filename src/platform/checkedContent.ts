import type { WriteFile } from '../async/fileTarget.ts';

/** An error of whoever gives the content of a file, not of the file. */
export class ContentError extends Error {}

/** Content that tells, before each of its parts, how many bytes the file will have, and whose own errors are told from those of the file. */
export const checkedContent =
  (write: WriteFile, count: (bytes: number) => Promise<void>): WriteFile =>
  async (file) => {
    let bytes = 0;
    let fault: unknown;
    const watched = async (step: Promise<void>) => {
      try {
        await step;
      } catch (error) {
        fault = error;
        throw error;
      }
    };
    const append = async (part: Uint8Array) => {
      bytes += part.length;
      await count(bytes);
      await file.append(part);
    };
    try {
      await write({
        append: (part) => watched(append(part)),
        replaceStart: (start) => watched(file.replaceStart(start)),
      });
    } catch (error) {
      throw error === fault ? error : new ContentError('The content could not be made.', { cause: error });
    }
  };
