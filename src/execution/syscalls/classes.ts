import { feltOf, formatKey64 } from '../../felt/key.ts';
import { SyscallError } from '../calls/callError.ts';
import { type SyscallHandler, unauthorized } from './syscallIo.ts';

export const replaceClass: SyscallHandler = (io) => {
  const classHash = io.key();
  if (!io.charge('ReplaceClass')) return undefined;
  const { state } = io.context;
  const runnable = state.classAt(classHash);
  if (!runnable) throw new SyscallError(`Class with hash ${formatKey64(classHash)} is not declared.`);
  if (runnable.kind === 'cairo0')
    throw new SyscallError(`Cannot replace V1 class hash with V0 class hash: ${feltOf(classHash)}.`);
  state.setClassHash(io.frame.call.contractAddress, classHash);
  io.succeed();
};

export const getClassHashAt: SyscallHandler = (io) => {
  const address = io.address();
  if (!io.charge('GetClassHashAt')) return undefined;
  if (io.context.mode === 'Validate') throw unauthorized('get_class_hash_at');
  const classHash = io.context.state.classHashAt(address);
  io.succeed();
  io.writeKey(classHash);
};
