import type { Felt } from '../../felt/felt.ts';
import type { BuiltinName } from '../builtinNames.ts';
import { ARENA_HEADER } from '../builtins/builtinTable.ts';
import { type Pointer, pointer } from '../pointer.ts';
import type { RunHost, RunLayout } from './runHost.ts';

/** Creates the segments of an entry point's builtins. Returns their initial pointers. */
export function addBuiltinSegments(
  host: RunHost,
  names: readonly BuiltinName[],
): { builtins: RunLayout['builtins']; pointers: Pointer[] } {
  const builtins: { name: BuiltinName; segment: number }[] = [];
  const pointers: Pointer[] = [];
  for (const name of names) {
    const isArena = name === 'segment_arena';
    const infos = isArena ? host.addSegment() : 0;
    const segment = host.addSegment();
    if (isArena) {
      // The arena starts with a pointer to the list of dictionaries, their number, and the number of squashed ones.
      host.set(pointer(segment, 0), pointer(infos, 0));
      host.set(pointer(segment, 1), 0n as Felt);
      host.set(pointer(segment, 2), 0n as Felt);
    }
    host.setBuiltin(name, segment);
    builtins.push({ name, segment });
    pointers.push(pointer(segment, isArena ? ARENA_HEADER : 0));
  }
  return { builtins, pointers };
}

/** Whether `names` is a subsequence of `list`. */
export function isSubsequence(names: readonly BuiltinName[], list: readonly BuiltinName[]): boolean {
  let at = 0;
  for (const name of names) {
    while (at < list.length && list[at] !== name) at++;
    if (at++ >= list.length) return false;
  }
  return true;
}
