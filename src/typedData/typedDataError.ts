/** Typed data that SNIP-12 does not describe. */
export class TypedDataError extends Error {
  override readonly name = 'TypedDataError';
}
