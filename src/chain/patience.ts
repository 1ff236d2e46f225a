/** How long a write may keep later writes waiting for a fork's origin. */
const PATIENCE_MS = 500;

/**
 * A write that needs what a fork's origin does not answer soon. Its draft is dropped and its turn is over; it starts again
 * once the answer is there, so that an origin that is slow or silent stops only the writes that need it.
 */
export class ParkedWrite extends Error {
  override readonly name = 'ParkedWrite';
  /** Settles when the origin has answered or the request has failed. */
  readonly answered: Promise<void>;

  constructor(answered: Promise<void>) {
    super('The write waits for the origin.');
    this.answered = answered;
  }
}

/** Waits for an answer of an origin. Throws a ParkedWrite after a timeout. */
export async function patiently(answered: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ParkedWrite(answered)), PATIENCE_MS);
  });
  try {
    await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
