import type { Steps } from '../../async/steps.ts';
import { compileInExecution } from '../../classes/compileMemory.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { Execution } from '../../execution/callContext.ts';
import type { FeltKey } from '../../felt/key.ts';
import { contractSteps } from '../../sierra/compileContract.ts';
import type { ClassFacts, FindClass } from '../names/classFacts.ts';
import { type LocateCode, type StatementLayout, sourceFrames } from './locations.ts';

type Locate = ReturnType<typeof sourceFrames>;

const layouts = new WeakMap<ClassDefinition, StatementLayout>();
const locators = new WeakMap<object, Locate>();

/** Finds source locations in classes that `prepareLocator` has prepared. */
export function codeLocator(find: FindClass): LocateCode {
  return (classHash, offset) => {
    const facts = find(classHash);
    return (facts && locatorOf(facts)?.(offset)) ?? [];
  };
}

function locatorOf({ definition, debugInfo }: ClassFacts): Locate | undefined {
  if (typeof debugInfo !== 'object' || debugInfo === null) return undefined;
  const layout = layouts.get(definition);
  let locate = locators.get(debugInfo);
  if (!locate && layout) locators.set(debugInfo, (locate = sourceFrames(debugInfo, layout)));
  return locate;
}

/**
 * Prepares the search in classes with debug information.
 * COST: compiles each class again, since only explanations need the offsets of statements.
 */
export function* prepareLocator(classHashes: Iterable<FeltKey>, find: FindClass): Execution<void> {
  for (const classHash of classHashes) {
    const facts = find(classHash);
    if (!facts?.debugInfo || facts.definition.kind !== 'sierra' || layouts.has(facts.definition)) continue;
    yield* compileInExecution(facts.definition.sierraProgram.length, findLayout(facts.definition));
  }
}

function* findLayout(definition: Extract<ClassDefinition, { kind: 'sierra' }>): Steps<void> {
  // Another request may have compiled it meanwhile.
  if (layouts.has(definition)) return;
  const steps = contractSteps(definition, {
    onOffsets: (offsets, functionStarts) =>
      layouts.set(definition, { offsets: Int32Array.from(offsets), functionStarts }),
  });
  // The rest of the compilation is not needed.
  while (!steps.next().done && !layouts.has(definition)) yield;
}
