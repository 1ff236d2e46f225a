import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { compileContract } from '../../sierra/compileContract.ts';
import type { FindClass } from './explainCalls.ts';
import { type LocateCode, sourceLocations } from './locations.ts';

type Locate = (offset: number) => string | undefined;

const known = new WeakMap<ClassDefinition, Locate>();

/** Finds places in the source of classes whose files have debug information. */
export function codeLocator(find: FindClass): LocateCode {
  return (classHash, offset) => {
    const definition = find(classHash);
    return definition && locatorOf(definition)?.(offset);
  };
}

// COST: compiles the class once more, since nothing but an explanation wants to know where statements begin.
function locatorOf(definition: ClassDefinition): Locate | undefined {
  if (definition.kind !== 'sierra' || definition.debugInfo === undefined) return undefined;
  let locate = known.get(definition);
  if (!locate) {
    const { sierraProgram, entryPointsByType, abi, debugInfo } = definition;
    let offsets: Int32Array = new Int32Array();
    compileContract(
      { sierraProgram, entryPointsByType, abi },
      {
        onOffsets: (found) => {
          offsets = found;
        },
      },
    );
    known.set(definition, (locate = sourceLocations(debugInfo, offsets)));
  }
  return locate;
}
