import { finish, type Steps } from '../../async/steps.ts';
import type { CasmClass, CasmEntryPoint, SegmentLengths } from '../../cairo/casm.ts';
import { type Felt, feltOfAscii, reduce, toFelt } from '../../felt/felt.ts';
import { blake2sFelts, poseidonMany } from '../../felt/hash.ts';
import { poseidonSteps } from './poseidonSteps.ts';

type HashMany = (felts: readonly Felt[]) => Steps<Felt>;

const VERSION = feltOfAscii('COMPILED_CLASS_V1');

const inOneStep = (hash: (felts: readonly Felt[]) => Felt): HashMany =>
  // biome-ignore lint/correctness/useYield: it is one step
  function* (felts) {
    return hash(felts);
  };

/** The compiled class hash that declare transactions carry since Starknet 0.14.1 (BLAKE2s). */
export function compiledClassHash(casm: CasmClass): Felt {
  return finish(hashClass(casm, inOneStep(blake2sFelts)));
}

/** The compiled class hash of declare transactions before Starknet 0.14.1 (Poseidon). */
export function compiledClassHashPoseidon(casm: CasmClass): Felt {
  return finish(hashClass(casm, inOneStep(poseidonMany)));
}

/** Computes the compiled class hash (BLAKE2s) with pauses. */
export const compiledClassHashSteps = (casm: CasmClass): Steps<Felt> => hashClass(casm, inOneStep(blake2sFelts));
/** Computes the compiled class hash of declarations before Starknet 0.14.1 (Poseidon) with pauses. */
export const compiledClassHashPoseidonSteps = (casm: CasmClass): Steps<Felt> => hashClass(casm, poseidonSteps);

function* hashClass(casm: CasmClass, hash: HashMany): Steps<Felt> {
  const { EXTERNAL, L1_HANDLER, CONSTRUCTOR } = casm.entryPointsByType;
  return yield* hash([
    VERSION,
    yield* hashEntryPoints(EXTERNAL, hash),
    yield* hashEntryPoints(L1_HANDLER, hash),
    yield* hashEntryPoints(CONSTRUCTOR, hash),
    (yield* hashSegment(casm.bytecode, 0, casm.bytecodeSegmentLengths ?? casm.bytecode.length, hash)).hash,
  ]);
}

function* hashEntryPoints(entryPoints: readonly CasmEntryPoint[], hash: HashMany): Steps<Felt> {
  const parts: Felt[] = [];
  for (const { selector, offset, builtins } of entryPoints)
    parts.push(selector, toFelt(offset), yield* hash(builtins.map((name) => feltOfAscii(name))));
  return yield* hash(parts);
}

/** A leaf hashes its words; a node its children's lengths and hashes, plus one so that the two never coincide. */
function* hashSegment(
  bytecode: readonly Felt[],
  start: number,
  lengths: SegmentLengths,
  hash: HashMany,
): Steps<{ readonly hash: Felt; readonly end: number }> {
  if (typeof lengths === 'number') {
    const end = start + lengths;
    yield;
    return { hash: yield* hash(bytecode.slice(start, end)), end };
  }
  const parts: Felt[] = [];
  let offset = start;
  for (const child of lengths) {
    const part = yield* hashSegment(bytecode, offset, child, hash);
    parts.push(toFelt(part.end - offset), part.hash);
    offset = part.end;
  }
  return { hash: reduce((yield* hash(parts)) + 1n), end: offset };
}
