import { type Decoder, list, oneOf, optional } from './decoder.ts';

/** Whether a list of flags holds one; no list is an empty one. */
const asks = <F extends string>(flag: F, decoder: Decoder<readonly F[] | undefined>): Decoder<boolean> =>
  Object.assign((value: Parameters<typeof decoder>[0]) => decoder(value)?.includes(flag) ?? false, { optional: true });

/** `response_flags` of the methods that show transactions. */
export const includeProofFacts = asks('INCLUDE_PROOF_FACTS', optional(list(oneOf('INCLUDE_PROOF_FACTS'))));

/** `response_flags` of `getStorageAt`. */
export const includeLastUpdateBlock = asks(
  'INCLUDE_LAST_UPDATE_BLOCK',
  optional(list(oneOf('INCLUDE_LAST_UPDATE_BLOCK'))),
);

/** `trace_flags`. */
export const returnInitialReads = asks('RETURN_INITIAL_READS', optional(list(oneOf('RETURN_INITIAL_READS'))));

/** `simulation_flags`. */
export const simulationFlags = list(oneOf('SKIP_VALIDATE', 'SKIP_FEE_CHARGE', 'RETURN_INITIAL_READS'));
