import { formatKey64 } from '../../../felt/key.ts';
import { SyscallError } from '../../calls/callError.ts';
import { addEvent } from '../emitEvent.ts';
import { addMessage } from '../sendMessageToL1.ts';
import type { SyscallHandler } from '../syscallIo.ts';

export const storageRead: SyscallHandler = (io) => {
  const key = io.address();
  io.writeKey(io.context.state.storageAt(io.frame.call.contractAddress, key));
};

export const storageWrite: SyscallHandler = (io) => {
  const key = io.address();
  const value = io.key();
  io.context.state.setStorage(io.frame.call.contractAddress, key, value);
  io.context.observer?.write?.(key, value);
};

export const emitEvent: SyscallHandler = (io) => {
  const keys = io.array();
  addEvent(io, keys, io.array());
};

export const sendMessageToL1: SyscallHandler = (io) => {
  const toAddress = io.key();
  addMessage(io, toAddress, io.array());
};

/** A Cairo 0 class may be replaced by any declared class. */
export const replaceClass: SyscallHandler = (io) => {
  const classHash = io.key();
  const { state } = io.context;
  if (!state.classAt(classHash)) throw new SyscallError(`Class with hash ${formatKey64(classHash)} is not declared.`);
  state.setClassHash(io.frame.call.contractAddress, classHash);
};
