import { parseCasm } from '../cairo/casmJson.ts';
import { parseFelt } from '../felt/felt.ts';
import { NETWORK_COMPILER_VERSION } from '../protocol/version.ts';
import { builtinClassTexts } from './builtinClasses.generated.ts';
import type { DeclaredClass } from './declaredClass.ts';
import { readDefinition } from './readDefinition.ts';
import { sierraDeclaredClass } from './sierraDeclaredClass.ts';

/** The classes that come with the package (contracts/). */
export type BuiltinClassName = keyof typeof builtinClassTexts;

/** One of our classes. Its hashes are at hand; its program is read when somebody first uses it. */
export function builtinClass(name: BuiltinClassName): DeclaredClass {
  const texts = builtinClassTexts[name];
  const hashes = {
    classHash: parseFelt(texts.classHash)!,
    compiledClassHash: parseFelt(texts.compiledClassHash)!,
  };
  let loaded: DeclaredClass | undefined;
  const load = (): DeclaredClass => {
    if (loaded) return loaded;
    const definition = readDefinition(JSON.parse(texts.sierra));
    if (definition.kind !== 'sierra') throw new Error(`The built-in class ${name} is not a Sierra class.`);
    return (loaded = sierraDeclaredClass(
      definition,
      { ...parseCasm(JSON.parse(texts.casm)), compilerVersion: NETWORK_COMPILER_VERSION },
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
