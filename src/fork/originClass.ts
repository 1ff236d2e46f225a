import type { CasmClass } from '../cairo/casm.ts';
import { CasmError, parseCasm } from '../cairo/casmJson.ts';
import { WELL_KNOWN } from '../chain/genesis/systemClasses.ts';
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

/** What an origin says of a class: its definition, and its compiled form where the origin gives that out. */
export interface ClassAnswer {
  readonly definition: unknown;
  readonly casm: unknown;
}

/** What reading a class of an origin needs. */
export interface ClassReading {
  readonly library: ClassLibrary;
  /** Told where an origin has to be believed. */
  readonly warn: (text: string) => void;
}

/**
 * A class as an origin has it, null where what it has is not that class but ours stands under that hash. An origin is not
 * believed: the class must hash to the hash that was asked for, and its code is compiled here. Two kinds of classes cannot be
 * checked and are taken with a warning: the compiled code of Sierra that we cannot compile, and Cairo 0 classes of compilers
 * whose hash cannot be computed from what nodes give out.
 */
export async function readOriginClass(
  classHash: Felt,
  { definition, casm }: ClassAnswer,
  reading: ClassReading,
): Promise<DeclaredClass | null> {
  try {
    if (isCairo0(definition)) return checkedCairo0(classHash, await readCairo0(definition), reading);
    const sierra = readSierra(definition);
    if (sierra.kind !== 'sierra') throw new ClassError('The class is neither Sierra nor a packed Cairo 0 program.');
    if (!hashesTo(classHash, sierra, definition)) {
      // Another sandbox has classes of its own under these hashes, as this one has.
      if (STANDS_FOR_OURS.has(classHash)) return null;
      throw new ClassError('it hashes to another hash');
    }
    return await compiledSierra(classHash, sierra, casm, reading);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OriginError('refused', `class ${formatFelt(classHash)} of the origin cannot be used: ${reason}`);
  }
}

/** The hash covers the text of the ABI: as it was declared, which nodes give out, or as every sandbox writes it anew. */
function hashesTo(classHash: Felt, sierra: SierraClass, definition: unknown): boolean {
  if (sierraClassHash(sierra) === classHash) return true;
  const { abi } = definition as { readonly abi?: unknown };
  return typeof abi === 'string' && abi !== sierra.abi && sierraClassHash({ ...sierra, abi }) === classHash;
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

/** The class compiled here; in the origin's compiled form where that cannot be done. */
async function compiledSierra(
  classHash: Felt,
  sierra: SierraClass,
  casm: unknown,
  { library, warn }: ClassReading,
): Promise<DeclaredClass> {
  try {
    return { ...(await library.compile(sierra)), classHash };
  } catch (error) {
    const given = readCasm(casm);
    if (!given) throw error;
    warn(
      `Class ${formatFelt(classHash)} runs the compiled code that the origin gives, since it cannot be compiled here: ${(error as Error).message}`,
    );
    return sierraDeclaredClass(sierra, given, { classHash, compiledClassHash: compiledClassHash(given) });
  }
}

/** Nobody checks ABIs on the network, and code runs without one: a broken one reads as none. */
function readSierra(definition: unknown) {
  try {
    return readClass(definition);
  } catch (error) {
    if (!(error instanceof ClassError) || typeof definition !== 'object') throw error;
    return readClass({ ...definition, abi: '[]' });
  }
}

/** The compiled form, undefined when there is none that we can read. */
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
