import { formatFelt } from '../felt/felt.ts';
import { NETWORK_COMPILER_VERSION } from '../protocol/version.ts';
import { compileContract } from '../sierra/compileContract.ts';
import { cairo0DeclaredClass } from './cairo0DeclaredClass.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';
import { sierraDeclaredClass } from './sierraDeclaredClass.ts';

/** A class compiled, hashed and made ready to run. A Sierra program the compiler refuses throws its SierraError. */
export function compileClass(definition: ClassDefinition): DeclaredClass {
  if (definition.kind === 'cairo0') return cairo0DeclaredClass(definition);
  const { sierraProgram, entryPointsByType, abi } = definition;
  return sierraDeclaredClass(definition, {
    ...compileContract({ sierraProgram: sierraProgram.map(formatFelt), entryPointsByType, abi }),
    compilerVersion: NETWORK_COMPILER_VERSION,
  });
}
