import type { Json } from '../../json/json.ts';
import { type Decoder, likeness, list, oneOf, optional } from './decoder.ts';

/** Whether a list of flags contains one. A missing list is empty. */
function asks<const F extends string>(flag: F): Decoder<boolean, readonly F[] | null | undefined> {
  const flags = optional(list(oneOf(flag), 'flags'));
  const decode = (value: Json): boolean => flags(value)?.includes(flag) ?? false;
  const encode = (isSet: boolean): Json | undefined => (isSet ? [flag] : undefined);
  return Object.assign(decode, { ...likeness(flags), encode, optional: true });
}

/** `response_flags` of the methods that show transactions. */
export const includeProofFacts = asks('INCLUDE_PROOF_FACTS');

/** `response_flags` of `getStorageAt`. */
export const includeLastUpdateBlock = asks('INCLUDE_LAST_UPDATE_BLOCK');

/** `trace_flags`. */
export const returnInitialReads = asks('RETURN_INITIAL_READS');

/** `simulation_flags`. */
export const simulationFlags = list(oneOf('SKIP_VALIDATE', 'SKIP_FEE_CHARGE', 'RETURN_INITIAL_READS'), 'flags');
