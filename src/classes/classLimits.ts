import type { CasmClass } from '../cairo/casm.ts';
import { formatCasm } from '../cairo/casmJson.ts';
import { NETWORK_CLASS_LIMITS } from '../protocol/networkClassLimits.ts';
import type { DeclaredClass } from './declaredClass.ts';

/** How large a declared class may be. */
export type ClassLimits = Readonly<typeof NETWORK_CLASS_LIMITS>;

/** The text around the compiled class that the network includes in its size: `{"V1":[...,"0.1.0"]}`. */
const WRAPPING_BYTES = '{"V1":[,"0.1.0"]}'.length;

/** A felt in the compiled class: 0x, 63 digits, quotes and a comma. */
const LONGEST_WORD = 68;

/** Whether a class is too large to be declared. */
export function isTooLarge(declared: DeclaredClass, limits: ClassLimits = NETWORK_CLASS_LIMITS): boolean {
  const { bytecodeFelts, sierraFelts } = declared.size;
  if (bytecodeFelts > limits.maxCasmFelts || sierraFelts > limits.maxSierraFelts) return true;
  const most = limits.maxCompiledJsonBytes - WRAPPING_BYTES;
  const { compiledJsonBytes } = declared.size;
  if (compiledJsonBytes !== undefined) return compiledJsonBytes > most;
  const { casm } = declared;
  if (casm === undefined) return false;
  // Almost all classes are small enough even if all felts had the maximum length, so their JSON need not be written.
  const withoutWords = jsonBytes({ ...casm, bytecode: [] });
  return withoutWords + bytecodeFelts * LONGEST_WORD > most && jsonBytes(casm) > most;
}

const jsonBytes = (casm: CasmClass): number => JSON.stringify(formatCasm(casm)).length;
