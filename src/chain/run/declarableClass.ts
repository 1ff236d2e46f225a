import { finishInSlices } from '../../async/steps.ts';
import type { CasmClass } from '../../cairo/casm.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { Felt } from '../../felt/felt.ts';
import type { ProtocolRules } from '../../protocol/constants.ts';
import { compiledClassHashPoseidonSteps } from '../../sierra/hash/compiledClassHash.ts';

const poseidonHashes = new WeakMap<CasmClass, Felt>();

/** A class with the compiled class hash that declarations of a protocol version carry. */
export async function declarableClass(
  declared: DeclaredClass,
  { compiledClassHash }: Pick<ProtocolRules, 'compiledClassHash'>,
): Promise<DeclaredClass> {
  // The order matters: a class from the cache reads its compiled form when `casm` is first asked for.
  if (compiledClassHash === 'blake' || !declared.casm) return declared;
  return withCompiledHash(declared, await poseidonHashOf(declared.casm));
}

/** A class with another compiled class hash, such as that of an older protocol version. */
export const withCompiledHash = (declared: DeclaredClass, compiledClassHash: Felt): DeclaredClass =>
  declared.compiledClassHash === compiledClassHash ? declared : { ...declared, compiledClassHash };

/** The compiled class hash of protocol versions before 0.14.1. */
export async function poseidonHashOf(casm: CasmClass): Promise<Felt> {
  const known = poseidonHashes.get(casm);
  if (known !== undefined) return known;
  const hash = await finishInSlices(compiledClassHashPoseidonSteps(casm));
  poseidonHashes.set(casm, hash);
  return hash;
}
