/** A rule that cannot be used. The message names the place and the way out. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}
