import type { FeltKey } from '../../felt/key.ts';
import type { EntryPointCall } from '../callInfo.ts';

/** A call of an external function, with the contract's own class. */
export const externalCall = (
  contractAddress: FeltKey,
  selector: FeltKey,
  calldata: readonly FeltKey[],
  caller: FeltKey,
  initialGas: number,
): EntryPointCall => ({
  contractAddress,
  classHash: undefined,
  entryPointType: 'EXTERNAL',
  selector,
  calldata,
  caller,
  callType: 'CALL',
  initialGas,
});
