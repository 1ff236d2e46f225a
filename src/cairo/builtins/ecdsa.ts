import { starkVerify } from '../../felt/stark.ts';
import { isFelt } from '../cells.ts';
import { formatPointer, offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

/** [public key, message hash], valid when a hint has given a signature for the public key's cell. */
export const ecdsa: Builtin = {
  name: 'ecdsa',
  cellsPerInstance: 2,
  inputCells: 2,
  validate(memory, address, signatures) {
    const second = offsetOf(address) % 2 === 1;
    const keyAddress = (second ? address - 1 : address) as Pointer;
    const messageAddress = (keyAddress + 1) as Pointer;
    const key = memory.get(keyAddress);
    const message = memory.get(messageAddress);
    if (key === undefined || !isFelt(key)) {
      if (second) return;
      throw new VmError(`ECDSA builtin: Expected public key at address ${formatPointer(keyAddress)} to be an integer`);
    }
    if (message === undefined || !isFelt(message)) {
      if (!second) return;
      throw new VmError(
        `ECDSA builtin: Expected message hash at address ${formatPointer(messageAddress)} to be an integer`,
      );
    }
    const signature = signatures.get(keyAddress);
    if (signature === undefined)
      throw new VmError(
        `Signature hint is missing for ECDSA builtin at address ${formatPointer(keyAddress)}.\n    Add it using 'ecdsa_builtin.add_signature'.`,
      );
    if (!isValid(key, message, signature.r, signature.s))
      throw new VmError(
        `Signature (${signature.r}, ${signature.s}), is invalid, with respect to the public key ${key}, \n    and the message hash ${message}.`,
      );
  },
};

// If the key is not a point, or the hash or signature is out of range, the signature is simply invalid.
function isValid(...[key, message, r, s]: Parameters<typeof starkVerify>): boolean {
  try {
    return starkVerify(key, message, r, s);
  } catch {
    return false;
  }
}
