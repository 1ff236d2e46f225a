import type { FeltKey } from '../../../felt/key.ts';
import { SyscallError } from '../../calls/callError.ts';
import type { InnerCall } from '../../calls/innerCall.ts';
import { EXECUTE_SELECTOR } from '../callContract.ts';
import { deploymentOf } from '../deploy.ts';
import type { SyscallHandler } from '../syscallHandler.ts';
import type { SyscallIo } from '../syscallIo.ts';
import { unauthorized } from '../unauthorized.ts';

// A Cairo 0 frame is metered in steps, and so is all it calls: the gas it hands on is never used.
const UNUSED_GAS = 0;

export const callContract: SyscallHandler = (io) => {
  const contractAddress = io.address();
  const selector = io.key();
  const calldata = io.array();
  const { context, frame } = io;
  const shownClass = context.state.classHashAt(contractAddress);
  const caller = frame.call.contractAddress;
  if (context.mode === 'Validate' && contractAddress !== caller) throw unauthorized('call_contract');
  if (selector === EXECUTE_SELECTOR) throw new SyscallError('Calling `__execute__` directly is not allowed.');
  return {
    kind: 'call',
    how: 'called',
    shownClass,
    call: {
      contractAddress,
      classHash: undefined,
      entryPointType: 'EXTERNAL',
      selector,
      calldata,
      caller,
      callType: 'CALL',
      initialGas: UNUSED_GAS,
    },
  };
};

/** Runs a class on the frame's own storage. */
function libraryCallOf(
  io: SyscallIo,
  classHash: FeltKey,
  entryPointType: 'EXTERNAL' | 'L1_HANDLER',
  selector: FeltKey,
  calldata: readonly FeltKey[],
): InnerCall {
  const { contractAddress, caller } = io.frame.call;
  return {
    kind: 'call',
    how: 'library',
    shownClass: classHash,
    call: {
      contractAddress,
      classHash,
      entryPointType,
      selector,
      calldata,
      caller,
      callType: 'DELEGATE',
      initialGas: UNUSED_GAS,
    },
  };
}

const libraryCallTo =
  (entryPointType: 'EXTERNAL' | 'L1_HANDLER'): SyscallHandler =>
  (io) => {
    const classHash = io.key();
    const selector = io.key();
    return libraryCallOf(io, classHash, entryPointType, selector, io.array());
  };

export const libraryCall = libraryCallTo('EXTERNAL');
export const libraryCallL1Handler = libraryCallTo('L1_HANDLER');

/** Runs the class of another contract on the frame's own storage. */
const delegateCallTo =
  (entryPointType: 'EXTERNAL' | 'L1_HANDLER'): SyscallHandler =>
  (io) => {
    const address = io.address();
    const selector = io.key();
    const calldata = io.array();
    return libraryCallOf(io, io.context.state.classHashAt(address), entryPointType, selector, calldata);
  };

export const delegateCall = delegateCallTo('EXTERNAL');
export const delegateL1Handler = delegateCallTo('L1_HANDLER');

export const deploy: SyscallHandler = (io) => {
  const classHash = io.key();
  const salt = io.key();
  const calldata = io.array();
  const fromZero = io.boolean('The deploy_from_zero field in the deploy system call must be 0 or 1.');
  io.gas = UNUSED_GAS;
  const deployment = deploymentOf(io, classHash, salt, calldata, fromZero);
  io.frame.usages.get('Deploy')!.felts += calldata.length;
  return deployment;
};
