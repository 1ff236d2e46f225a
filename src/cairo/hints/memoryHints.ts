import type { Felt } from '../../felt/felt.ts';
import { readFelt, shiftPointer, sizeOf } from '../cells.ts';
import { pointer } from '../pointer.ts';
import type { CoreHint } from './coreHint.ts';
import { addressOf, bufferOfOperand, feltOfOperand } from './operand.ts';

/** Hints that allocate memory or print it. */
export const MEMORY_HINTS = {
  AllocSegment(host, _, [dst]) {
    host.noteAllocation();
    host.set(addressOf(host, dst!), pointer(host.addSegment(), 0));
  },
  AllocConstantSize(host, [size], [dst]) {
    const cells = sizeOf(feltOfOperand(host, size!));
    const start = (host.scope.nextObject ??= pointer(host.addSegment(), 0));
    host.scope.nextObject = shiftPointer(start, cells);
    host.set(addressOf(host, dst!), start);
  },
  DebugPrint(host, [start, end]) {
    const last = bufferOfOperand(host, end!);
    const felts: Felt[] = [];
    for (let at = bufferOfOperand(host, start!); at !== last; at = shiftPointer(at, 1)) felts.push(readFelt(host, at));
    host.print(felts);
  },
} as const satisfies Record<string, CoreHint>;
