import { type FeltKey, keyOfNumber, ZERO_KEY } from '../../../felt/key.ts';
import type { SyscallIo } from '../syscallIo.ts';

/** The answer to a call: how many felts it returned, and where they are. */
export function answerCairo0Call(io: SyscallIo, retdata: readonly FeltKey[]): void {
  io.writeKey(keyOfNumber(retdata.length));
  io.writePointer(io.readOnly(retdata));
}

/** The answer to a deployment. The constructor's return data is never given: its length and start are zero. */
export function answerCairo0Deployment(io: SyscallIo, contractAddress: FeltKey): void {
  io.writeKey(contractAddress);
  io.writeKey(ZERO_KEY);
  io.writeKey(ZERO_KEY);
}
