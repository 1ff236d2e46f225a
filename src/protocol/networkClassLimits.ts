import { gatewayVersions } from './gatewayLimits.ts';

/** The largest class that the newest networks accept. */
export const NETWORK_CLASS_LIMITS = {
  /** Bytes of the compiled class as JSON. */
  maxCompiledJsonBytes: 4_089_446,
  maxSierraFelts: gatewayVersions.at(-1)!.maxSierraFelts,
  maxCasmFelts: 81_920,
};
