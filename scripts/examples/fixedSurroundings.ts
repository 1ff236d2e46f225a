// Time and chance of the examples: always the same, so that their answers are too.

/** 1 January 2026, in milliseconds. */
const NOW = Date.UTC(2026, 0, 1);

/** Runs something while the clock stands still and random bytes are always the same, so that a new example changes no other. */
export async function inFixedSurroundings<T>(run: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const monotonic = performance.now;
  const random = crypto.getRandomValues;
  Date.now = () => NOW;
  // How long a box has been idle is part of an answer. Nothing here is long enough to need turns.
  performance.now = () => 0;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array((array as ArrayBufferView).buffer);
    for (let i = 0; i < bytes.length; i++) bytes[i] = (i * 167 + 91) % 251;
    return array;
  };
  try {
    return await run();
  } finally {
    Date.now = now;
    performance.now = monotonic;
    crypto.getRandomValues = random;
  }
}
