import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_13_5 } from './v0_13_5.ts';

/** Protocol 0.13.4, by its differences from 0.13.5, in which old accounts see v3 transactions as version 1. */
export const PROTOCOL_0_13_4: ProtocolConstants = {
  ...PROTOCOL_0_13_5,
  version: '0.13.4',
  v1BoundAccountsCairo0: [],
  v1BoundAccountsCairo1: [],
  v1BoundMaxTip: 0n,
  syscalls: {
    ...PROTOCOL_0_13_5.syscalls,
    Deploy: { constant: { steps: 1132, builtins: { range_check: 18, pedersen: 7 } } },
  },
};
