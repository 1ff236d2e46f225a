import type { CasmClass, CasmEntryPoint, SegmentLengths } from '../../cairo/casm.ts';
import { type Felt, feltOfAscii, reduce, toFelt } from '../../felt/felt.ts';
import { blake2sFelts, poseidonMany } from '../../felt/hash.ts';

type HashMany = (felts: readonly Felt[]) => Felt;

const VERSION = feltOfAscii('COMPILED_CLASS_V1');

/** The compiled class hash that declare transactions carry since Starknet 0.14.1 (BLAKE2s). */
export function compiledClassHash(casm: CasmClass): Felt {
  return hashClass(casm, blake2sFelts);
}

/** The compiled class hash of declare transactions before Starknet 0.14.1 (Poseidon). */
export function compiledClassHashPoseidon(casm: CasmClass): Felt {
  return hashClass(casm, poseidonMany);
}

function hashClass(casm: CasmClass, hash: HashMany): Felt {
  const { EXTERNAL, L1_HANDLER, CONSTRUCTOR } = casm.entryPointsByType;
  return hash([
    VERSION,
    hashEntryPoints(EXTERNAL, hash),
    hashEntryPoints(L1_HANDLER, hash),
    hashEntryPoints(CONSTRUCTOR, hash),
    hashSegment(casm.bytecode, 0, casm.bytecodeSegmentLengths ?? casm.bytecode.length, hash).hash,
  ]);
}

function hashEntryPoints(entryPoints: readonly CasmEntryPoint[], hash: HashMany): Felt {
  return hash(
    entryPoints.flatMap(({ selector, offset, builtins }) => [
      selector,
      toFelt(offset),
      hash(builtins.map((name) => feltOfAscii(name))),
    ]),
  );
}

/** A leaf hashes its words; a node its children's lengths and hashes, plus one so that the two never coincide. */
function hashSegment(
  bytecode: readonly Felt[],
  start: number,
  lengths: SegmentLengths,
  hash: HashMany,
): { readonly hash: Felt; readonly end: number } {
  if (typeof lengths === 'number') {
    const end = start + lengths;
    return { hash: hash(bytecode.slice(start, end)), end };
  }
  const parts: Felt[] = [];
  let offset = start;
  for (const child of lengths) {
    const part = hashSegment(bytecode, offset, child, hash);
    parts.push(toFelt(part.end - offset), part.hash);
    offset = part.end;
  }
  return { hash: reduce(hash(parts) + 1n), end: offset };
}
