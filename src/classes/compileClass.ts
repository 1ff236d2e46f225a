import { finish, type Steps } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import { NETWORK_COMPILER_VERSION } from '../protocol/version.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { contractSteps } from '../sierra/compileContract.ts';
import { compiledClassHashSteps } from '../sierra/hash/compiledClassHash.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { cairo0DeclaredClass } from './cairo0DeclaredClass.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';
import { sierraDeclaredClass } from './sierraDeclaredClass.ts';

/** Compiles and hashes a class. Throws a SierraError if the compiler refuses the program. */
export function compileClass(definition: ClassDefinition): DeclaredClass {
  if (definition.kind === 'cairo0') return cairo0DeclaredClass(definition);
  return finish(compileSierraSteps(definition, () => sierraClassHash(definition)));
}

/** Compiles a Sierra class in steps. Its hash is read at the end. */
export function* compileSierraSteps(definition: SierraClass, classHash: () => Felt): Steps<DeclaredClass> {
  const compiled = yield* contractSteps(definition);
  yield;
  const compiledClassHash = yield* compiledClassHashSteps(compiled);
  yield;
  const casm = { ...compiled, compilerVersion: NETWORK_COMPILER_VERSION };
  return sierraDeclaredClass(definition, casm, { classHash: classHash(), compiledClassHash });
}
