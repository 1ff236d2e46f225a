import { type Felt, formatFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { cairo0ClassHash } from '../sierra/hash/cairo0ClassHash.ts';
import { type ExactJson, ExactNumber, type ExactObject } from '../sierra/hash/exactJson.ts';
import { cairo0Program } from './cairo0Program.ts';
import type { Cairo0Definition, Cairo0EntryPoint, DeclaredClass } from './declaredClass.ts';

/** A Cairo 0 class. Its hash is computed unless it is known (as that of a class fetched by its hash is). */
export function cairo0DeclaredClass(definition: Cairo0Definition, classHash?: Felt): DeclaredClass {
  const program = cairo0Program(definition.program);
  const { builtins } = program;
  const entryPoints = (list: readonly Cairo0EntryPoint[]) =>
    list.map(({ selector, offset }) => ({ selector: keyOf(selector), offset, builtins }));
  const { EXTERNAL, L1_HANDLER, CONSTRUCTOR } = definition.entryPointsByType;
  return {
    classHash: classHash ?? hashOf(definition),
    compiledClassHash: 0n as Felt,
    definition,
    size: { bytecodeFelts: program.bytecode.length, sierraFelts: 0, abiBytes: 0 },
    runnable: {
      kind: 'cairo0',
      program,
      entryPoints: {
        EXTERNAL: entryPoints(EXTERNAL),
        L1_HANDLER: entryPoints(L1_HANDLER),
        CONSTRUCTOR: entryPoints(CONSTRUCTOR),
      },
      tracked: 'CairoSteps',
    },
    casm: undefined,
  };
}

function hashOf({ program, abi, entryPointsByType }: Cairo0Definition): Felt {
  const entryPoints = (list: readonly Cairo0EntryPoint[]): ExactJson =>
    list.map(
      ({ selector, offset }) =>
        new Map([
          ['offset', `0x${offset.toString(16)}`],
          ['selector', formatFelt(selector)],
        ]),
    );
  return cairo0ClassHash({
    abi: exact(abi ?? []),
    program: exact(program) as ExactObject,
    entryPointsByType: new Map<string, ExactJson>([
      ['EXTERNAL', entryPoints(entryPointsByType.EXTERNAL)],
      ['L1_HANDLER', entryPoints(entryPointsByType.L1_HANDLER)],
      ['CONSTRUCTOR', entryPoints(entryPointsByType.CONSTRUCTOR)],
    ]),
  });
}

/** JSON values in the form the hash reads. */
function exact(value: unknown): ExactJson {
  if (typeof value === 'number' || typeof value === 'bigint') return new ExactNumber(String(value));
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, inner]) => [key, exact(inner)]));
  return value as string | boolean | null;
}
