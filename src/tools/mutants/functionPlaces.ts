import type { ProgramMap } from '../../sierra/programMap.ts';
import type { CoverableClass, OwnPlace } from '../coverage/coverableClass.ts';
import { isGeneratedName, type StackFrame, stackFrame } from '../explain/stackFrame.ts';

/**
 * The compiler wraps each function of the interface, and inlines most of them there: `Vault::__wrapper__VaultImpl__split`, and
 * `Vault::__wrapper__constructor`. What is in the wrapper is the user's code too.
 */
const WRAPPER = /::__wrapper__(?:\w+?__)?(?=\w+$)/;
const isDispatcher = (name: string): boolean => isGeneratedName(name) && !WRAPPER.test(name);

/**
 * The code of a class without source lines: each statement of the user's functions is a place of its own, whose line says nothing.
 * Without names all functions are the user's.
 */
export function functionPlaces(map: ProgramMap, nameOf: (index: number) => string | undefined): CoverableClass {
  const sorted = [...map.functionStarts.entries()].sort(([, a], [, b]) => a - b);
  const frames: (readonly StackFrame[])[] = new Array(map.libfuncs.length).fill([]);
  const places: (OwnPlace | undefined)[] = new Array(map.libfuncs.length).fill(undefined);
  for (const [i, [index, start]] of sorted.entries()) {
    const end = sorted[i + 1]?.[1] ?? map.libfuncs.length;
    const name = nameOf(index);
    const frame = stackFrame(name, undefined);
    const isOwn = !frame.isCore && !isDispatcher(name ?? '');
    for (let statement = start; statement < end; statement++) {
      frames[statement] = [frame];
      if (!isOwn) continue;
      const span = { file: '', line: statement + 1, column: 1, endLine: statement + 1, endColumn: 2 };
      const functionName = name?.replace(WRAPPER, '::') ?? `function ${index}`;
      places[statement] = { span, functionName, copy: String(index), start, inner: undefined, chain: [span] };
    }
  }
  return { map, frames, places, isCounted: places.map((place) => place !== undefined), loops: new Set() };
}
