/** A value that does not fit its ABI type, felts that do not decode, or an ABI that cannot be read. The message names the place. */
export class AbiError extends Error {
  override readonly name = 'AbiError';
}
