/** A start that failed for a reason that the user can repair: exit code 1, and only the message is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
