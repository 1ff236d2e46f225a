import type { RequestMemory } from '../budget/requestMemory.ts';

/** Work that grows beyond this needs a share of the memory of all work. */
const SMALL_BYTES = 2 ** 20;

class NeedsShare extends Error {}

/**
 * Does work whose size is known only at its end, such as a file of the whole chain. It tells how large it has become; when that is much it needs
 * a share of the memory of all work, of which there is one at a time. If there is none now it is given up, and starts again with one.
 */
export async function inShare<T>(
  memory: RequestMemory,
  work: (mayGrow: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  try {
    return await work((bytes) => {
      if (bytes > SMALL_BYTES && !memory.tryLarge()) throw new NeedsShare();
    });
  } catch (error) {
    if (!(error instanceof NeedsShare)) throw error;
  }
  await memory.waitLarge(false);
  return work(() => undefined);
}
