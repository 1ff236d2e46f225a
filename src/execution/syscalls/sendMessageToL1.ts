import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import { SyscallError } from '../calls/callError.ts';
import type { SyscallHandler, SyscallIo } from './syscallIo.ts';

export const sendMessageToL1: SyscallHandler = (io) => {
  const toAddress = io.key();
  const payload = io.span();
  if (!io.charge('SendMessageToL1', payload.length)) return undefined;
  addMessage(io, toAddress, payload);
  io.succeed();
};

/** The end of a key whose value fits into 160 bits. */
const ABOVE_L1_ADDRESS = ZERO_KEY.slice(10);

/** Adds a message to the frame. Throws if the receiver is not an L1 address. */
export function addMessage(io: SyscallIo, toAddress: FeltKey, payload: readonly FeltKey[]): void {
  const { context, frame } = io;
  frame.usages.get('SendMessageToL1')!.felts += payload.length;
  if (!toAddress.endsWith(ABOVE_L1_ADDRESS)) throw new SyscallError(`Out of range ${feltOf(toAddress)}.`);
  frame.messages.push({ order: context.messageCount, toAddress, payload });
  context.messageCount++;
}
