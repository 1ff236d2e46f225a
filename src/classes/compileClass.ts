import type { CasmClass } from '../cairo/casm.ts';
import { formatFelt } from '../felt/felt.ts';
import { compileSierra } from '../sierra/index.ts';
import { cairo0DeclaredClass } from './cairo0DeclaredClass.ts';
import type { ClassDefinition, DeclaredClass, SierraDefinition, SierraEntryPoint } from './declaredClass.ts';
import { sierraDeclaredClass } from './sierraDeclaredClass.ts';

/** A class compiled, hashed and made ready to run. A Sierra program the compiler refuses throws its SierraError. */
export function compileClass(definition: ClassDefinition): DeclaredClass {
  if (definition.kind === 'cairo0') return cairo0DeclaredClass(definition);
  const casm: CasmClass = compileSierra(sierraFile(definition));
  return sierraDeclaredClass(definition, casm);
}

/** A Sierra class in the form of a class file, as far as the compiler reads it. */
function sierraFile({ sierraProgram, contractClassVersion, entryPointsByType }: SierraDefinition): unknown {
  const entryPoints = (list: readonly SierraEntryPoint[]) =>
    list.map(({ selector, functionIdx }) => ({ selector: formatFelt(selector), function_idx: functionIdx }));
  return {
    sierra_program: sierraProgram.map(formatFelt),
    contract_class_version: contractClassVersion,
    entry_points_by_type: {
      EXTERNAL: entryPoints(entryPointsByType.EXTERNAL),
      L1_HANDLER: entryPoints(entryPointsByType.L1_HANDLER),
      CONSTRUCTOR: entryPoints(entryPointsByType.CONSTRUCTOR),
    },
  };
}
