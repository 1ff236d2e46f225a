import type { Felt } from '../../../felt/felt.ts';
import { readPointer, shiftPointer } from '../../cells.ts';
import { pointer } from '../../pointer.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

/** Decrements `n`, and writes whether the loop continues. */
const countDown =
  (flag: string): Cairo0HintRun =>
  (ids) => {
    const n = (ids.variable<bigint>('n') - 1n) as Felt;
    ids.assign({ n });
    ids.set(flag, n > 0n ? 1n : 0n);
  };

/** segments, scopes, memcpy, memset and relocation. */
export const MEMORY = {
  addSegment: (ids) => ids.setAp(pointer(ids.host.addSegment(), 0)),
  enterScope: (ids) => ids.enterScope(),
  exitScope: (ids) => ids.exitScope(),
  memcpyEnter: (ids) => ids.enterScope({ n: ids.felt('len') }),
  memcpyContinue: countDown('continue_copying'),
  memsetEnter: (ids) => ids.enterScope({ n: ids.felt('n') }),
  memsetContinue: countDown('continue_loop'),
  relocateSegment(ids: Ids) {
    const source = ids.pointer('src_ptr');
    const infos = ids.has('infos') ? ids.pointer('infos') : undefined;
    // The segment arena relocates a dictionary to the end of the one before it.
    const target =
      infos === undefined ? ids.pointer('dest_ptr') : shiftPointer(readPointer(ids.host, shiftPointer(infos, 1)), 1);
    ids.host.addRelocationRule(source, target);
  },
  temporaryArray: (ids) => ids.set('temporary_array', ids.host.addTemporarySegment()),
} as const satisfies Record<string, Cairo0HintRun>;
