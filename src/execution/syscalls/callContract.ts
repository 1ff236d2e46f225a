import { feltOfAscii } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { externalCall } from '../calls/externalCall.ts';
import type { InnerCall } from '../calls/innerCall.ts';
import { type SyscallHandler, type SyscallIo, unauthorized } from './syscallIo.ts';

export const EXECUTE_SELECTOR = keyOf(starknetKeccak('__execute__'));
export const INVALID_ARGUMENT = keyOf(feltOfAscii('Invalid argument'));

/** The call of another contract by a frame; undefined for `__execute__`, which newer protocol versions refuse. Sierra and Cairo 0 refuse it differently. */
export function contractCallOf(
  io: SyscallIo,
  contractAddress: FeltKey,
  selector: FeltKey,
  calldata: readonly FeltKey[],
  initialGas: number,
): InnerCall | undefined {
  const { context, frame } = io;
  const shownClass = context.state.classHashAt(contractAddress);
  const caller = frame.call.contractAddress;
  if (context.mode === 'Validate' && contractAddress !== caller) throw unauthorized('call_contract');
  if (selector === EXECUTE_SELECTOR && !context.block.constants.rules.allowsCallsOfExecute) return undefined;
  const call = externalCall(contractAddress, selector, calldata, caller, initialGas);
  return { kind: 'call', callKind: 'called', shownClass, call };
}

/** The call of a class with the frame's own storage. */
export function libraryCallOf(
  io: SyscallIo,
  classHash: FeltKey,
  entryPointType: 'EXTERNAL' | 'L1_HANDLER',
  selector: FeltKey,
  calldata: readonly FeltKey[],
  initialGas: number,
): InnerCall {
  const { contractAddress, caller, cheated } = io.frame.call;
  return {
    kind: 'call',
    callKind: 'library',
    shownClass: classHash,
    call: {
      contractAddress,
      classHash,
      entryPointType,
      selector,
      calldata,
      caller,
      callType: 'DELEGATE',
      initialGas,
      cheated,
    },
  };
}

export const callContract: SyscallHandler = (io) => {
  const contractAddress = io.address();
  const selector = io.key();
  const calldata = io.span();
  if (!io.charge('CallContract')) return undefined;
  const inner = contractCallOf(io, contractAddress, selector, calldata, io.gas);
  if (!inner) io.fail([INVALID_ARGUMENT]);
  return inner;
};

export const libraryCall: SyscallHandler = (io) => {
  const classHash = io.key();
  const selector = io.key();
  const calldata = io.span();
  if (!io.charge('LibraryCall')) return undefined;
  return libraryCallOf(io, classHash, 'EXTERNAL', selector, calldata, io.gas);
};
