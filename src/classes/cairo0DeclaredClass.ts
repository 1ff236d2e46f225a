import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { cairo0ClassHash } from './cairo0ClassHash.ts';
import { cairo0Program } from './cairo0Program.ts';
import type { Cairo0Class, Cairo0EntryPoint, DeclaredClass } from './declaredClass.ts';

/** Makes a declared Cairo 0 class. Its hash is computed if it is left out. */
export function cairo0DeclaredClass(definition: Cairo0Class, classHash?: Felt): DeclaredClass {
  const program = cairo0Program(definition.program);
  const { builtins } = program;
  const entryPoints = (list: readonly Cairo0EntryPoint[]) =>
    list.map(({ selector, offset }) => ({ selector: keyOf(selector), offset, builtins }));
  const { EXTERNAL, L1_HANDLER, CONSTRUCTOR } = definition.entryPointsByType;
  return {
    classHash: classHash ?? cairo0ClassHash(definition),
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
      readsGas: false,
    },
    casm: undefined,
  };
}
