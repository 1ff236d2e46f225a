import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { compileContract } from '../../sierra/compileContract.ts';
import type { FindClass } from './explainCalls.ts';
import { type LocateCode, sourceLocations } from './locations.ts';

type Locate = (offset: number) => string | undefined;

const cache = new WeakMap<ClassDefinition, Locate>();

/** Finds source locations in classes whose files contain debug information. */
export function codeLocator(find: FindClass): LocateCode {
  return (classHash, offset) => {
    const definition = find(classHash);
    return definition && locatorOf(definition)?.(offset);
  };
}

// COST: compiles the class again, since only explanations need the offsets of statements.
function locatorOf(definition: ClassDefinition): Locate | undefined {
  if (definition.kind !== 'sierra' || definition.debugInfo === undefined) return undefined;
  let locate = cache.get(definition);
  if (!locate) {
    let offsets: Int32Array = new Int32Array();
    compileContract(definition, {
      onOffsets: (found) => {
        offsets = found;
      },
    });
    cache.set(definition, (locate = sourceLocations(definition.debugInfo, offsets)));
  }
  return locate;
}
