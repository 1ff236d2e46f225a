/** A class cannot be read. The message says where, and what to do. */
export class ClassError extends Error {
  override readonly name = 'ClassError';
}
