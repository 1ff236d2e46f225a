import { parseCasm } from '../cairo/casmJson.ts';
import { parseFelt } from '../felt/felt.ts';
import { NETWORK_COMPILER_VERSION } from '../protocol/version.ts';
import { builtinClassHashes } from './builtinClassHashes.generated.ts';
import type { DeclaredClass } from './declaredClass.ts';
import { readDefinition } from './readDefinition.ts';
import { sierraDeclaredClass } from './sierraDeclaredClass.ts';

/** The classes that come with the package (contracts/). */
export type BuiltinClassName = keyof typeof builtinClassHashes;

/** The JSON texts of our classes: a module has them at hand, the command reads them from files. */
export type BuiltinTexts = Readonly<Record<BuiltinClassName, { readonly sierra: string; readonly casm: string }>>;

/** One of our classes. Its hashes are at hand; its program is read when somebody first uses it. */
export function builtinClass(name: BuiltinClassName, texts: BuiltinTexts): DeclaredClass {
  const known = builtinClassHashes[name];
  const hashes = {
    classHash: parseFelt(known.classHash)!,
    compiledClassHash: parseFelt(known.compiledClassHash)!,
  };
  let loaded: DeclaredClass | undefined;
  const load = (): DeclaredClass => {
    if (loaded) return loaded;
    const { sierra, casm } = texts[name];
    const definition = readDefinition(JSON.parse(sierra));
    if (definition.kind !== 'sierra') throw new Error(`The built-in class ${name} is not a Sierra class.`);
    return (loaded = sierraDeclaredClass(
      definition,
      { ...parseCasm(JSON.parse(casm)), compilerVersion: NETWORK_COMPILER_VERSION },
      hashes,
    ));
  };
  return {
    ...hashes,
    get definition() {
      return load().definition;
    },
    get size() {
      return load().size;
    },
    get runnable() {
      return load().runnable;
    },
    get casm() {
      return load().casm;
    },
  };
}
