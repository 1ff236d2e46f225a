import type { Steps } from '../../async/steps.ts';
import type { EntryPointType } from '../../cairo/casm.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { poseidonMany, starknetKeccak } from '../../felt/hash.ts';
import { directHashing, type HashFormula, type Hashing } from '../../felt/hashing.ts';
import type { SierraClass } from '../class/sierraClass.ts';
import { poseidonSteps } from './poseidonSteps.ts';

/** The parts of a Sierra class that its hash covers. */
type HashedParts = Pick<SierraClass, 'sierraProgram' | 'entryPointsByType' | 'abi'>;

const VERSION = feltOfAscii('CONTRACT_CLASS_V0.1.0');

/** The class hash of a Sierra class. */
export function sierraClassHash(parts: HashedParts): Felt {
  return hashParts(parts, poseidonMany(parts.sierraProgram), directHashing);
}

/** The formula of the class hash of a Sierra class, for the hash worker. */
export function sierraClassFormula(parts: HashedParts): HashFormula {
  return (hashing) => [hashParts(parts, hashing.many(parts.sierraProgram), hashing)];
}

/** Computes the class hash of a Sierra class with pauses. */
export function* sierraClassHashSteps(parts: HashedParts): Steps<Felt> {
  const program = yield* poseidonSteps(parts.sierraProgram);
  const entryPoints: Felt[] = [];
  for (const type of TYPES) entryPoints.push(yield* poseidonSteps(entryPointFelts(parts, type)));
  yield;
  const abi = abiHash(parts);
  yield;
  return poseidonMany([VERSION, ...entryPoints, abi, program]);
}

const TYPES = ['EXTERNAL', 'L1_HANDLER', 'CONSTRUCTOR'] as const satisfies readonly EntryPointType[];

function hashParts<V>(parts: HashedParts, program: Felt | V, hashing: Hashing<V>): V {
  const entryPoints = TYPES.map((type) => hashing.many(entryPointFelts(parts, type)));
  return hashing.many([VERSION, ...entryPoints, abiHash(parts), program]);
}

const entryPointFelts = ({ entryPointsByType }: HashedParts, type: EntryPointType): readonly Felt[] =>
  entryPointsByType[type].flatMap(({ selector, functionIdx }) => [selector, toFelt(functionIdx)]);

const abiHash = ({ abi }: HashedParts): Felt => starknetKeccak(new TextEncoder().encode(abi));
