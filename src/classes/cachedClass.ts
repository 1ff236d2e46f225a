import type { Steps } from '../async/steps.ts';
import { formatCasm, readTrustedCasm } from '../cairo/casmJson.ts';
import { formatFelt, parseFelt } from '../felt/felt.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { digest } from './contentKey.ts';
import type { DeclaredClass } from './declaredClass.ts';
import { sierraDeclaredClass, sierraSize } from './sierraDeclaredClass.ts';

/**
 * The text of a cache file: a checksum over its name and the rest, the data needed for a declaration, and the
 * compiled form in the published JSON.
 */
export function* cachedClassText({ classHash, compiledClassHash, casm }: DeclaredClass, name: string): Steps<string> {
  if (!casm) throw new Error('Only classes with a compiled form can be cached.');
  const json = formatCasm(casm);
  yield;
  const head = JSON.stringify({
    classHash: formatFelt(classHash),
    compiledClassHash: formatFelt(compiledClassHash),
    bytecodeFelts: casm.bytecode.length,
  });
  const content = `${head}\n${JSON.stringify(json)}`;
  yield;
  return `${digest(`${name}\n${content}`)}\n${content}`;
}

/** Reads a cache file. Undefined if it is damaged or belongs to another class; the class is then compiled again. */
export function readCachedClass(text: string, name: string, definition: SierraClass): DeclaredClass | undefined {
  const headAt = text.indexOf('\n') + 1;
  const casmAt = text.indexOf('\n', headAt) + 1;
  if (headAt === 0 || casmAt === 0) return undefined;
  if (digest(`${name}\n${text.slice(headAt)}`) !== text.slice(0, headAt - 1)) return undefined;
  const head = JSON.parse(text.slice(headAt, casmAt));
  const classHash = parseFelt(head.classHash);
  const compiledClassHash = parseFelt(head.compiledClassHash);
  const { bytecodeFelts } = head;
  if (classHash === undefined || compiledClassHash === undefined || !Number.isSafeInteger(bytecodeFelts))
    return undefined;
  const casm = text.slice(casmAt);
  const hashes = { classHash, compiledClassHash };
  let loaded: DeclaredClass | undefined;
  // The compiled form is read on first use: a declaration does not need it, and it is the most expensive part.
  const load = () => {
    try {
      return (loaded ??= sierraDeclaredClass(definition, readTrustedCasm(JSON.parse(casm)), hashes));
    } catch (cause) {
      // It would take the compiler to go on, which a run with compiled classes does not load.
      throw new Error(`The file ${name} of the class cache is invalid, although its checksum is correct. Remove it.`, {
        cause,
      });
    }
  };
  return {
    ...hashes,
    definition,
    size: { ...sierraSize(definition, bytecodeFelts), compiledJsonBytes: casm.length },
    get runnable() {
      return load().runnable;
    },
    get casm() {
      return load().casm;
    },
  };
}
