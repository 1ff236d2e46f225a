import type { CasmClass } from '../cairo/casm.ts';
import { type CasmClassJson, readTrustedCasm } from '../cairo/casmJson.ts';
import { type Felt, parseFelt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { NETWORK_COMPILER_VERSION } from '../protocol/version.ts';
import { builtinClassFacts, CAIRO0_ACCOUNT_CLASS_HASH } from './builtinClassFacts.generated.ts';
import { cairo0DeclaredClass } from './cairo0DeclaredClass.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';
import { readClass } from './readClass.ts';
import { readClassText } from './readClassText.ts';
import type { RunnableClass } from './runnableClass.ts';
import { sierraRunnable, sierraSize } from './sierraDeclaredClass.ts';

type SierraClassName = keyof typeof builtinClassFacts;

/** The classes that come with the package (contracts/). */
export type BuiltinClassName = SierraClassName | 'account_cairo0';

/** A Sierra class: the JSON text of its file, and its compiled form. */
export interface SierraTexts {
  readonly sierra: string;
  readonly casm: CasmClassJson;
}

/** The texts of the classes that come with the package. The library imports them as a module; the command reads them from files when it needs them. */
export type BuiltinTexts = Readonly<Record<SierraClassName, SierraTexts>> & {
  /** The class file of the Cairo 0 account. */
  readonly account_cairo0: string;
};

let hashes: ReadonlySet<FeltKey> | undefined;

/** Whether a class is one of ours. */
export function isBuiltin(classHash: FeltKey): boolean {
  hashes ??= new Set(
    [CAIRO0_ACCOUNT_CLASS_HASH, ...Object.values(builtinClassFacts).map(({ classHash }) => classHash)].map((text) =>
      keyOf(parseFelt(text)!),
    ),
  );
  return hashes.has(classHash);
}

// Classes are immutable, so all nodes of a process that use the same texts share them.
const known = new WeakMap<BuiltinTexts, Map<BuiltinClassName, DeclaredClass>>();

/** One of our classes. Its hashes are known; the rest is read on first use, in two parts, since running needs only one of them. */
export function builtinClass(name: BuiltinClassName, texts: BuiltinTexts): DeclaredClass {
  let classes = known.get(texts);
  if (!classes) known.set(texts, (classes = new Map()));
  let found = classes.get(name);
  if (!found)
    classes.set(name, (found = name === 'account_cairo0' ? unreadCairo0Account(texts) : unreadClass(name, texts)));
  return found;
}

function unreadClass(name: SierraClassName, texts: BuiltinTexts): DeclaredClass {
  const facts = builtinClassFacts[name];
  let casm: CasmClass | undefined;
  let runnable: RunnableClass | undefined;
  let definition: ClassDefinition | undefined;
  return {
    classHash: parseFelt(facts.classHash)!,
    compiledClassHash: parseFelt(facts.compiledClassHash)!,
    get definition() {
      return (definition ??= readClass(JSON.parse(texts[name].sierra)));
    },
    get size() {
      if (this.definition.kind !== 'sierra') throw new Error(`The built-in class ${name} is not a Sierra class.`);
      return sierraSize(this.definition, this.casm!.bytecode.length);
    },
    get runnable() {
      const version = facts.sierraVersion.map((part) => parseFelt(part)!);
      return (runnable ??= sierraRunnable(version, this.casm!));
    },
    get casm() {
      return (casm ??= { ...readTrustedCasm(texts[name].casm), compilerVersion: NETWORK_COMPILER_VERSION });
    },
  };
}

function unreadCairo0Account(texts: BuiltinTexts): DeclaredClass {
  const classHash = parseFelt(CAIRO0_ACCOUNT_CLASS_HASH)!;
  let read: DeclaredClass | undefined;
  const whole = () => {
    if (read) return read;
    const definition = readClassText(texts.account_cairo0);
    if (definition.kind !== 'cairo0') throw new Error('The built-in class account_cairo0 is not a Cairo 0 class.');
    return (read = cairo0DeclaredClass(definition, classHash));
  };
  return {
    classHash,
    compiledClassHash: 0n as Felt,
    get definition() {
      return whole().definition;
    },
    get size() {
      return whole().size;
    },
    get runnable() {
      return whole().runnable;
    },
    casm: undefined,
  };
}
