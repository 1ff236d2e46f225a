import { fromCaller } from '../text/callerStack.ts';

/**
 * A value that does not fit its ABI type, felts that do not decode, or an ABI that cannot be read. The message names the place.
 *
 * @example
 * await token.write.transfer('bob', 5n); // AbiError: argument `recipient`: expected ContractAddress (0x… text or bigint), got 'bob'
 */
export class AbiError extends Error {
  override readonly name = 'AbiError';

  /** @internal */
  constructor(message: string) {
    super(message);
    fromCaller(this);
  }
}
