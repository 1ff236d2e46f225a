import { feltOfAscii } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import { keyOf } from '../../felt/key.ts';
import type { SyscallHandler } from './syscallHandler.ts';
import { unauthorized } from './unauthorized.ts';

export const EXECUTE_SELECTOR = keyOf(starknetKeccak('__execute__'));
export const INVALID_ARGUMENT = keyOf(feltOfAscii('Invalid argument'));

export const callContract: SyscallHandler = (io) => {
  const contractAddress = io.address();
  const selector = io.key();
  const calldata = io.span();
  if (!io.charge('CallContract')) return undefined;
  const { context, frame } = io;
  const shownClass = context.state.classHashAt(contractAddress);
  const caller = frame.call.contractAddress;
  if (context.mode === 'Validate' && contractAddress !== caller) throw unauthorized('call_contract');
  if (selector === EXECUTE_SELECTOR) {
    io.fail([INVALID_ARGUMENT]);
    return undefined;
  }
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
      initialGas: io.gas,
    },
  };
};

export const libraryCall: SyscallHandler = (io) => {
  const classHash = io.key();
  const selector = io.key();
  const calldata = io.span();
  if (!io.charge('LibraryCall')) return undefined;
  const { contractAddress, caller } = io.frame.call;
  return {
    kind: 'call',
    how: 'library',
    shownClass: classHash,
    call: {
      contractAddress,
      classHash,
      entryPointType: 'EXTERNAL',
      selector,
      calldata,
      caller,
      callType: 'DELEGATE',
      initialGas: io.gas,
    },
  };
};
