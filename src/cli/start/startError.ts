/** A start that cannot succeed: exit code 1, the message alone. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
