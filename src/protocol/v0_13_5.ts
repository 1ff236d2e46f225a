import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_13_6 } from './v0_13_6.ts';

/** Protocol 0.13.5, whose constants are those of 0.13.6. */
export const PROTOCOL_0_13_5: ProtocolConstants = {
  ...PROTOCOL_0_13_6,
  version: '0.13.5',
};
