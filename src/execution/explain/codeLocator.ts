import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import { compileContract } from '../../sierra/compileContract.ts';
import type { ClassFacts } from './classFacts.ts';
import { type LocateCode, type StatementLayout, sourceFrames } from './locations.ts';

type Locate = ReturnType<typeof sourceFrames>;

const layouts = new WeakMap<ClassDefinition, StatementLayout>();
const locators = new WeakMap<object, Locate>();

/** Finds source locations in classes with debug information. */
export function codeLocator(find: (classHash: FeltKey) => ClassFacts | undefined): LocateCode {
  return (classHash, offset) => {
    const facts = find(classHash);
    return (facts && locatorOf(facts)?.(offset)) ?? [];
  };
}

function locatorOf({ definition, debugInfo }: ClassFacts): Locate | undefined {
  if (definition.kind !== 'sierra' || typeof debugInfo !== 'object' || debugInfo === null) return undefined;
  let locate = locators.get(debugInfo);
  if (!locate) locators.set(debugInfo, (locate = sourceFrames(debugInfo, layoutOf(definition))));
  return locate;
}

// COST: compiles the class again, since only explanations need the offsets of statements.
function layoutOf(definition: Extract<ClassDefinition, { kind: 'sierra' }>): StatementLayout {
  let layout = layouts.get(definition);
  if (!layout) {
    const found = { offsets: new Int32Array(), functionStarts: [] as readonly number[] };
    compileContract(definition, {
      onOffsets: (offsets, functionStarts) =>
        Object.assign(found, { offsets: Int32Array.from(offsets), functionStarts }),
    });
    layouts.set(definition, (layout = found));
  }
  return layout;
}
