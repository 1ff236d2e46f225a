import { SyscallError } from '../../calls/callError.ts';
import { contractCallOf, libraryCallOf } from '../callContract.ts';
import { deploymentOf } from '../deploy.ts';
import type { SyscallHandler } from '../syscallIo.ts';

// A Cairo 0 frame and its inner calls are metered in steps, so the gas it passes to them is not used.
const UNUSED_GAS = 0;

export const callContract: SyscallHandler = (io) => {
  const contractAddress = io.address();
  const selector = io.key();
  const inner = contractCallOf(io, contractAddress, selector, io.array(), UNUSED_GAS);
  if (!inner) throw new SyscallError('Calling `__execute__` directly is not allowed.');
  return inner;
};

const libraryCallTo =
  (entryPointType: 'EXTERNAL' | 'L1_HANDLER'): SyscallHandler =>
  (io) => {
    const classHash = io.key();
    const selector = io.key();
    return libraryCallOf(io, classHash, entryPointType, selector, io.array(), UNUSED_GAS);
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
    return libraryCallOf(io, io.context.state.classHashAt(address), entryPointType, selector, calldata, UNUSED_GAS);
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
