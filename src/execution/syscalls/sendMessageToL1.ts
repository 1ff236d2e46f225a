import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import { SyscallError } from '../calls/callError.ts';
import type { SyscallHandler } from './syscallHandler.ts';
import type { SyscallIo } from './syscallIo.ts';

export const sendMessageToL1: SyscallHandler = (io) => {
  const toAddress = io.key();
  const payload = io.span();
  if (!io.charge('SendMessageToL1', payload.length)) return undefined;
  addMessage(io, toAddress, payload);
  io.succeed();
};

/** Units of a key above 160 bits. */
const ABOVE_L1_ADDRESS = ZERO_KEY.slice(10);

/** Puts a message into the frame's list; it must go to an L1 address. */
export function addMessage(io: SyscallIo, toAddress: FeltKey, payload: readonly FeltKey[]): void {
  const { context, frame } = io;
  frame.usages.get('SendMessageToL1')!.felts += payload.length;
  if (!toAddress.endsWith(ABOVE_L1_ADDRESS)) throw new SyscallError(`Out of range ${feltOf(toAddress)}.`);
  frame.messages.push({ order: context.messageCount, toAddress, payload });
  context.messageCount++;
}
