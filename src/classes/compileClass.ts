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

/** A class compiled, hashed and made ready to run. A Sierra program the compiler refuses throws its SierraError. */
export function compileClass(definition: ClassDefinition): DeclaredClass {
  if (definition.kind === 'cairo0') return cairo0DeclaredClass(definition);
  return finish(compileSierraSteps(definition, () => sierraClassHash(definition)));
}

/** Compiles a Sierra class in steps, between which others may have their turn. Its hash is asked for at the end. */
export function* compileSierraSteps(definition: SierraClass, classHash: () => Felt): Steps<DeclaredClass> {
  const compiled = yield* contractSteps(definition);
  yield;
  const compiledClassHash = yield* compiledClassHashSteps(compiled);
  yield;
  const casm = { ...compiled, compilerVersion: NETWORK_COMPILER_VERSION };
  return sierraDeclaredClass(definition, casm, { classHash: classHash(), compiledClassHash });
}
