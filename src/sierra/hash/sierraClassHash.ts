import type { Steps } from '../../async/steps.ts';
import { type Felt, FeltError, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { poseidonMany, starknetKeccak } from '../../felt/hash.ts';
import { directHashing, type HashFormula, type Hashing } from '../../felt/hashing.ts';
import { poseidonSteps } from './poseidonSteps.ts';

/** The parts of a Sierra class that its hash covers. */
export interface SierraClassParts {
  readonly sierraProgram: readonly Felt[];
  readonly entryPointsByType: Readonly<
    Record<
      'EXTERNAL' | 'L1_HANDLER' | 'CONSTRUCTOR',
      readonly { readonly selector: Felt; readonly functionIdx: number }[]
    >
  >;
  /** The ABI exactly as the transaction carries it; see `abiText`. */
  readonly abi: string;
}

const VERSION = feltOfAscii('CONTRACT_CLASS_V0.1.0');

/** The class hash of a Sierra class. */
export function sierraClassHash(parts: SierraClassParts): Felt {
  return hashParts(parts, poseidonMany(parts.sierraProgram), directHashing);
}

/** The same as a formula, for the hash worker. */
export function sierraClassFormula(parts: SierraClassParts): HashFormula {
  return (hashing) => [hashParts(parts, hashing.many(parts.sierraProgram), hashing)];
}

/** The same, with pauses. */
export function* sierraClassHashSteps(parts: SierraClassParts): Steps<Felt> {
  return hashParts(parts, yield* poseidonSteps(parts.sierraProgram), directHashing);
}

function hashParts<V>({ entryPointsByType, abi }: SierraClassParts, program: Felt | V, hashing: Hashing<V>): V {
  const entryPoints = (type: keyof SierraClassParts['entryPointsByType']) =>
    hashing.many(entryPointsByType[type].flatMap(({ selector, functionIdx }) => [selector, toFelt(functionIdx)]));
  return hashing.many([
    VERSION,
    entryPoints('EXTERNAL'),
    entryPoints('L1_HANDLER'),
    entryPoints('CONSTRUCTOR'),
    starknetKeccak(new TextEncoder().encode(abi)),
    program,
  ]);
}

/** The text of an ABI as tools write it into a transaction: a text is unchanged, a list is formatted as Python formats JSON. */
export function abiText(abi: unknown): string {
  if (typeof abi === 'string') return abi;
  return abi === undefined || abi === null ? '' : pythonJson(abi);
}

const MAX_DEPTH = 100;

/** JSON with a space after each comma and colon, in the given order, without escapes for non-ASCII characters. */
function pythonJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth >= MAX_DEPTH) throw new FeltError(`The ABI nests deeper than ${MAX_DEPTH} levels; give it as a text.`);
  if (Array.isArray(value)) return `[${value.map((inner) => pythonJson(inner, depth + 1)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${pythonJson(inner, depth + 1)}`);
  return `{${fields.join(', ')}}`;
}
