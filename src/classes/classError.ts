/** A class that cannot be read; the message names the place and the way out. */
export class ClassError extends Error {
  override readonly name = 'ClassError';
}
