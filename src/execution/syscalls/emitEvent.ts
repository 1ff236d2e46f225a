import type { FeltKey } from '../../felt/key.ts';
import { SyscallError } from '../calls/callError.ts';
import type { SyscallHandler, SyscallIo } from './syscallIo.ts';

export const emitEvent: SyscallHandler = (io) => {
  const keys = io.span();
  const data = io.span();
  if (!io.charge('EmitEvent')) return undefined;
  addEvent(io, keys, data);
  io.succeed();
};

/** Adds an event to the frame. Throws if the limits of events are exceeded. */
export function addEvent(io: SyscallIo, keys: readonly FeltKey[], data: readonly FeltKey[]): void {
  const { context, frame } = io;
  const { maxEmitted, maxKeysLength, maxDataLength } = context.block.constants.events;
  const count = context.eventCount + 1;
  if (count > maxEmitted)
    throw new SyscallError(
      `Exceeded the maximum number of events, number events: ${count}, max number events: ${maxEmitted}.`,
    );
  if (keys.length > maxKeysLength)
    throw new SyscallError(
      `Exceeded the maximum keys length, keys length: ${keys.length}, max keys length: ${maxKeysLength}.`,
    );
  if (data.length > maxDataLength)
    throw new SyscallError(
      `Exceeded the maximum data length, data length: ${data.length}, max data length: ${maxDataLength}.`,
    );
  frame.events.push({ order: context.eventCount, keys, data });
  context.eventCount = count;
  context.observer?.event(keys, data);
}
