import type { Steps } from '../../async/steps.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { lastAtOrBefore } from '../../execution/lastAtOrBefore.ts';
import { contractSteps } from '../../sierra/compileContract.ts';
import { type ProgramMap, programMap } from '../../sierra/programMap.ts';
import { sourceFrames } from '../explain/locations.ts';
import { type StackFrame, stackFrame } from '../explain/stackFrame.ts';
import type { ClassFacts } from '../names/classFacts.ts';

const maps = new WeakMap<ClassDefinition, ProgramMap>();

/** The statements of a class and their source. */
export interface ClassMap extends ProgramMap {
  /** The Cairo functions and places of a statement's code, inlined ones included, innermost first. It is never empty: a function without a name has a number. */
  frames(statement: number, contract: string): readonly StackFrame[];
  /** The index of the last statement whose code begins at or before an offset. */
  statementAt(offset: number): number;
}

/**
 * The map of a Sierra class.
 * COST: compiles the class again, since only profiles and coverage need it; the map is kept as long as the class.
 */
export function* classMap(facts: ClassFacts): Steps<ClassMap | undefined> {
  const { definition, debugInfo } = facts;
  const map = yield* programMapOf(definition);
  return map && withSource(map, debugInfo);
}

/** The map of a Sierra class without its source. */
export function* programMapOf(definition: ClassDefinition): Steps<ProgramMap | undefined> {
  if (definition.kind !== 'sierra') return undefined;
  let map = maps.get(definition);
  if (!map) {
    const steps = contractSteps(definition, { onCompiled: (compiled) => (map = programMap(compiled)) });
    // The rest of the compilation is not needed.
    while (!map && !steps.next().done) yield;
    maps.set(definition, map!);
  }
  return map;
}

function withSource(map: ProgramMap, debugInfo: unknown): ClassMap {
  const { offsets, functionStarts } = map;
  const sorted = functionStarts.map((entry, id) => ({ entry, id })).sort((a, b) => a.entry - b.entry);
  const locate = sourceFrames(debugInfo, map);
  const cache = new Map<number, readonly StackFrame[]>();
  const framesOf = (statement: number, contract: string): readonly StackFrame[] => {
    const frames = locate(offsets[statement]!);
    if (frames.length > 0) return frames;
    const index = lastAtOrBefore(sorted.length, (i) => sorted[i]!.entry, statement);
    return [stackFrame(`function ${sorted[index]?.id ?? '?'} of ${contract}`, undefined)];
  };
  return {
    ...map,
    frames(statement, contract) {
      let frames = cache.get(statement);
      if (!frames) cache.set(statement, (frames = framesOf(statement, contract)));
      return frames;
    },
    statementAt: (offset) => lastAtOrBefore(offsets.length, (i) => offsets[i]!, offset),
  };
}
