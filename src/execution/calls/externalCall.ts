import type { FeltKey } from '../../felt/key.ts';
import type { EntryPointCall } from '../callInfo.ts';

/** The call of an external function of a contract, with the class that the contract has. */
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
