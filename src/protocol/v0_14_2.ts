import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_3 } from './v0_14_3.ts';

/** Protocol 0.14.2, by its differences from 0.14.3, which made storage dearer and added SHA-512. */
export const PROTOCOL_0_14_2: ProtocolConstants = {
  ...PROTOCOL_0_14_3,
  version: '0.14.2',
  rules: { ...PROTOCOL_0_14_3.rules, virtualOsConfigHash: 'pedersen', showsSierraTracebacks: true },
  executeMaxSierraGas: 1_100_000_000,
  allowedVirtualOsProgramHashes: [0x3e98c2d7703b03a7edb73ed7f075f97f1dcbaa8f717cdf6e1a57bf058265473n],
  // PROOF0.
  allowedProofVersions: [0x50524f4f4630n],
  syscalls: {
    ...PROTOCOL_0_14_3.syscalls,
    Sha512ProcessBlock: { constant: { steps: 0, builtins: {} } },
    StorageRead: { constant: { steps: 180, builtins: { range_check: 1 } } },
    StorageWrite: { constant: { steps: 449, builtins: { range_check: 1 } } },
  },
};
