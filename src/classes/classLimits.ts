import { formatCasm } from '../cairo/casmJson.ts';
import type { DeclaredClass } from './declaredClass.ts';

/** How large a declared class may be. */
export interface ClassLimits {
  /** Bytes of the compiled class as JSON. */
  readonly maxCompiledJsonBytes: number;
  readonly maxSierraFelts: number;
  readonly maxCasmFelts: number;
}

/** The network's limits. */
export const CLASS_LIMITS: ClassLimits = {
  maxCompiledJsonBytes: 4_089_446,
  maxSierraFelts: 81_920,
  maxCasmFelts: 81_920,
};

/** The names around the compiled class in what the network measures: `{"V1":[...,"0.1.0"]}`. */
const WRAPPING_BYTES = '{"V1":[,"0.1.0"]}'.length;

/** Whether a class is larger than may be declared. */
export function isTooLarge(declared: DeclaredClass, limits: ClassLimits = CLASS_LIMITS): boolean {
  const { bytecodeFelts, sierraFelts } = declared.size;
  if (bytecodeFelts > limits.maxCasmFelts || sierraFelts > limits.maxSierraFelts) return true;
  const bytes = declared.size.compiledJsonBytes ?? (declared.casm && JSON.stringify(formatCasm(declared.casm)).length);
  return bytes !== undefined && bytes + WRAPPING_BYTES > limits.maxCompiledJsonBytes;
}
