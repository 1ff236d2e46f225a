/** A record file that cannot be used, in one line. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}
