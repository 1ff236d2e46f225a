import { feltOf, ZERO_KEY } from '../../felt/key.ts';
import { SyscallError } from '../calls/callError.ts';
import type { SyscallHandler, SyscallIo } from './syscallIo.ts';

export const storageRead: SyscallHandler = (io) => {
  readDomain(io);
  const key = io.address();
  if (!io.charge('StorageRead')) return undefined;
  const value = io.context.state.storageAt(io.frame.call.contractAddress, key);
  io.succeed();
  io.writeKey(value);
};

export const storageWrite: SyscallHandler = (io) => {
  readDomain(io);
  const key = io.address();
  const value = io.key();
  if (!io.charge('StorageWrite')) return undefined;
  io.context.state.setStorage(io.frame.call.contractAddress, key, value);
  io.context.observer?.write?.(key, value);
  io.succeed();
};

/** Reads the address domain, which must be zero. */
function readDomain(io: SyscallIo): void {
  const domain = io.key();
  if (domain !== ZERO_KEY) throw new SyscallError(`Invalid address domain: ${feltOf(domain)}.`);
}
