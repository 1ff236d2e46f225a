import type { CasmClass } from '../cairo/casm.ts';
import { CasmError, parseCasm } from '../cairo/casmJson.ts';
import { cairo0DeclaredClass } from '../classes/cairo0DeclaredClass.ts';
import type { ClassCompiler } from '../classes/classCompiler.ts';
import { ClassError } from '../classes/classError.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { readClassText } from '../classes/readClassText.ts';
import { readDefinition } from '../classes/readDefinition.ts';
import { sierraDeclaredClass } from '../classes/sierraDeclaredClass.ts';
import { unpackProgram } from '../classes/unpackProgram.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { compiledClassHash } from '../sierra/hash/compiledClassHash.ts';
import { OriginError } from './originError.ts';

/** What an origin says of a class: its definition, and its compiled form where the origin gives that out. */
export interface ClassAnswer {
  readonly definition: unknown;
  readonly casm: unknown;
}

/**
 * A class as an origin has it. The origin's own compilation is taken where there is one: it is what runs there, and
 * classes of early compilers exist in no other form we could make.
 */
export async function readOriginClass(
  classHash: Felt,
  { definition, casm }: ClassAnswer,
  compiler: ClassCompiler,
): Promise<DeclaredClass> {
  try {
    if (isCairo0(definition)) return cairo0DeclaredClass(await readCairo0(definition), classHash);
    const sierra = readSierra(definition);
    if (sierra.kind !== 'sierra') throw new ClassError('The class is neither Sierra nor a packed Cairo 0 program.');
    const compiled = readCasm(casm);
    if (!compiled) return { ...(await compiler.compile(sierra)), classHash };
    return sierraDeclaredClass(sierra, compiled, { classHash, compiledClassHash: compiledClassHash(compiled) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OriginError('refused', `class ${formatFelt(classHash)} of the origin cannot be used: ${reason}`);
  }
}

/** Nobody checks ABIs on the network, and code runs without one: a broken one reads as none. */
function readSierra(definition: unknown) {
  try {
    return readDefinition(definition);
  } catch (error) {
    if (!(error instanceof ClassError) || typeof definition !== 'object') throw error;
    return readDefinition({ ...definition, abi: '[]' });
  }
}

/** The compiled form, undefined when there is none that we can read: it is then made here. */
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

/** Its program has numbers beyond 2^53, so its text is read as that of a class file is. */
async function readCairo0({ program, entry_points_by_type, abi = [] }: PackedClass) {
  const rest = `"entry_points_by_type":${JSON.stringify(entry_points_by_type)},"abi":${JSON.stringify(abi)}`;
  const read = readClassText(`{"program":${await unpackProgram(program)},${rest}}`);
  if (read.kind !== 'cairo0') throw new ClassError('A packed program must be Cairo 0.');
  return read;
}
