import type { CasmClass } from '../cairo/casm.ts';
import { CasmError, parseCasm } from '../cairo/casmJson.ts';
import { WELL_KNOWN } from '../chain/genesis/systemClasses.ts';
import type { OriginClass } from '../chain/origin.ts';
import { cairo0DeclaredClass } from '../classes/cairo0DeclaredClass.ts';
import { ClassError } from '../classes/classError.ts';
import type { ClassLibrary } from '../classes/classLibrary.ts';
import type { Cairo0Class, DeclaredClass } from '../classes/declaredClass.ts';
import { readPackedProgram, unpackBudget } from '../classes/packedProgram.ts';
import { readClass } from '../classes/readClass.ts';
import { sierraDeclaredClass } from '../classes/sierraDeclaredClass.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { compiledClassHash } from '../sierra/hash/compiledClassHash.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { OriginError } from './originError.ts';

/** An origin's answers about a class: its definition, and its compiled form if the origin returns that. */
export interface ClassAnswer {
  readonly definition: unknown;
  readonly casm: unknown;
}

/** Options for reading a class of an origin. */
export interface ClassReading {
  readonly library: ClassLibrary;
  /** Is called if something of the origin cannot be verified. */
  readonly warn: (text: string) => void;
}

/**
 * Reads a class of an origin; none if it is another class but we have our own class under that hash. An origin is not
 * trusted: the class must have the requested hash, and its code is compiled here. Two kinds of classes cannot be
 * checked and are used with a warning: the compiled code of Sierra that we cannot compile, and Cairo 0 classes of compilers
 * whose hash cannot be computed from what nodes return.
 */
export async function readOriginClass(
  classHash: Felt,
  { definition, casm }: ClassAnswer,
  reading: ClassReading,
): Promise<OriginClass> {
  try {
    if (isCairo0(definition)) return { found: checkedCairo0(classHash, await readCairo0(definition), reading) };
    const sierra = readSierra(definition);
    if (sierra.kind !== 'sierra') throw new ClassError('The class is neither Sierra nor a packed Cairo 0 program.');
    const abi = abiOfHash(classHash, sierra, definition);
    if (abi === undefined) {
      // Another sandbox has its own classes under these hashes, like this one.
      if (STANDS_FOR_OURS.has(classHash)) return { found: null };
      throw new ClassError('it hashes to another hash');
    }
    const compiled = await compiledSierra(classHash, sierra, casm, reading);
    return abi === sierra.abi ? compiled : { ...compiled, abi };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const refusal = new OriginError(
      'refused',
      `class ${formatFelt(classHash)} of the origin cannot be used: ${reason}`,
    );
    refusal.cause = error;
    throw refusal;
  }
}

/**
 * The text of the ABI that the hash covers: as it was declared, which nodes return, or in the form of sandboxes. Undefined if the class has
 * another hash.
 */
function abiOfHash(classHash: Felt, sierra: SierraClass, definition: unknown): string | undefined {
  if (sierraClassHash(sierra) === classHash) return sierra.abi;
  const { abi } = definition as { readonly abi?: unknown };
  const isOther = typeof abi === 'string' && abi !== sierra.abi;
  return isOther && sierraClassHash({ ...sierra, abi }) === classHash ? abi : undefined;
}

const STANDS_FOR_OURS: ReadonlySet<Felt> = new Set(Object.values(WELL_KNOWN));

function checkedCairo0(classHash: Felt, definition: Cairo0Class, { warn }: ClassReading): DeclaredClass | null {
  const declared = cairo0DeclaredClass(definition);
  if (declared.classHash === classHash) return declared;
  if (STANDS_FOR_OURS.has(classHash)) return null;
  warn(
    `Cairo 0 class ${formatFelt(classHash)} is taken as the origin gives it: its hash cannot be checked (${formatFelt(declared.classHash)} was computed).`,
  );
  return { ...declared, classHash };
}

/** Compiles the class here, or uses the origin's compiled form if that is not possible. */
async function compiledSierra(
  classHash: Felt,
  sierra: SierraClass,
  casm: unknown,
  { library, warn }: ClassReading,
): Promise<OriginClass> {
  try {
    return { found: { ...(await library.compile(sierra, { isAwaitedByExecution: true })), classHash } };
  } catch (error) {
    const given = readCasm(casm);
    if (!given) throw error;
    warn(
      `Class ${formatFelt(classHash)} runs the compiled code that the origin gives, since it cannot be compiled here: ${(error as Error).message}`,
    );
    const hashes = { classHash, compiledClassHash: compiledClassHash(given) };
    return { found: sierraDeclaredClass(sierra, given, hashes), isCompiledThere: true };
  }
}

/** The network does not check ABIs, and code runs without one, so an invalid ABI is read as an empty one. */
function readSierra(definition: unknown) {
  try {
    return readClass(definition);
  } catch (error) {
    if (!(error instanceof ClassError) || typeof definition !== 'object') throw error;
    return readClass({ ...definition, abi: '[]' });
  }
}

/** The compiled form; undefined if there is none or it is invalid. */
function readCasm(casm: unknown): CasmClass | undefined {
  if (casm === undefined) return undefined;
  try {
    return parseCasm(casm);
  } catch (error) {
    if (error instanceof CasmError) return undefined;
    throw error;
  }
}

interface PackedClass {
  readonly program: string;
  readonly entry_points_by_type: unknown;
  readonly abi?: unknown;
}

const isCairo0 = (definition: unknown): definition is PackedClass =>
  typeof definition === 'object' &&
  definition !== null &&
  'program' in definition &&
  typeof definition.program === 'string';

async function readCairo0({ program, ...rest }: PackedClass): Promise<Cairo0Class> {
  const read = readClass({ ...rest, program: await readPackedProgram(program, unpackBudget()) });
  if (read.kind !== 'cairo0') throw new ClassError('A packed program must be Cairo 0.');
  return read;
}
