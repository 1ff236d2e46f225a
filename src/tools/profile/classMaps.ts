import type { Steps } from '../../async/steps.ts';
import { compileWithMemory } from '../../classes/compileMemory.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { KeptByClass } from '../../classes/keptByClass.ts';
import { lastAtOrBefore } from '../../execution/lastAtOrBefore.ts';
import { contractSteps } from '../../sierra/compileContract.ts';
import { type ProgramMap, programMap } from '../../sierra/programMap.ts';
import { sourceFrames } from '../explain/locations.ts';
import { type StackFrame, stackFrame } from '../explain/stackFrame.ts';
import type { ClassFacts } from '../names/classFacts.ts';

/** The maps of classes of a megabyte, and of many usual ones. */
const MAPS_BYTES = 32 << 20;
const BYTES_PER_STATEMENT = 50;
const maps = new KeptByClass<ProgramMap>(MAPS_BYTES, ({ offsets }) => BYTES_PER_STATEMENT * offsets.length);

/** The statements of a class and their source. */
export interface ClassMap extends ProgramMap {
  /** The Cairo functions and places of a statement's code, inlined ones included, innermost first. It is never empty: a function without a name has a number. */
  frames(statement: number, contract: string): readonly StackFrame[];
  /** The index of the last statement whose code begins at or before an offset. */
  statementAt(offset: number): number;
}

/**
 * The map of a Sierra class.
 * COST: compiles the class again, in slices, since only profiles and coverage need it; the maps of the classes that were used last are kept.
 */
export async function classMap(facts: ClassFacts): Promise<ClassMap | undefined> {
  const { definition, debugInfo } = facts;
  const map = await programMapOf(definition);
  return map && withSource(map, debugInfo);
}

/** The map of a Sierra class without its source. */
export async function programMapOf(definition: ClassDefinition): Promise<ProgramMap | undefined> {
  if (definition.kind !== 'sierra') return undefined;
  return maps.get(definition) ?? compileWithMemory(definition.sierraProgram.length, true, mapSteps(definition));
}

function* mapSteps(definition: Extract<ClassDefinition, { kind: 'sierra' }>): Steps<ProgramMap> {
  // Another request may have compiled it meanwhile.
  let map = maps.get(definition);
  if (map) return map;
  const steps = contractSteps(definition, { onCompiled: (compiled) => (map = programMap(compiled)) });
  // The rest of the compilation is not needed.
  while (!map && !steps.next().done) yield;
  maps.set(definition, map!);
  return map!;
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
