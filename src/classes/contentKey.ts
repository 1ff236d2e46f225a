import { blake2s, blake2sFelts, hexOfBytes } from '../felt/hash.ts';
import type { SierraClass, SierraEntryPoint } from '../sierra/class/sierraClass.ts';

/** The BLAKE2s hash of a text, in hexadecimal. */
export const digest = (text: string): string => hexOfBytes(blake2s(new TextEncoder().encode(text)));

/** A key of a class's content: equal for classes that compile to the same and have the same hash. */
export function contentKey(definition: SierraClass): string {
  const { sierraProgram, contractClassVersion, entryPointsByType, abi } = definition;
  const entryPoints = (list: readonly SierraEntryPoint[]) =>
    list.map(({ selector, functionIdx }) => `${selector}:${functionIdx}`).join();
  const { EXTERNAL, L1_HANDLER, CONSTRUCTOR } = entryPointsByType;
  // Only the last line can contain newlines, so different classes have different texts.
  const text = [
    JSON.stringify(contractClassVersion),
    blake2sFelts(sierraProgram),
    entryPoints(EXTERNAL),
    entryPoints(L1_HANDLER),
    entryPoints(CONSTRUCTOR),
    abi,
  ].join('\n');
  return digest(text);
}
