import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_2 } from './v0_14_2.ts';

/** Protocol 0.14.1, by its differences from 0.14.2, which added proofs and made storage dearer. */
export const PROTOCOL_0_14_1: ProtocolConstants = {
  ...PROTOCOL_0_14_2,
  version: '0.14.1',
  executeMaxSierraGas: 1_000_000_000,
  archivalL2: { ...PROTOCOL_0_14_2.archivalL2, gasPerProof: [0, 1] },
  allocation: {
    blob: { l1Gas: 0n, l1DataGas: 32n, l2Gas: 0n },
    calldata: { l1Gas: 551n, l1DataGas: 0n, l2Gas: 0n },
  },
  blakeGas: 0,
  allowedVirtualOsProgramHashes: [],
  allowedProofVersions: [],
  syscalls: {
    ...PROTOCOL_0_14_2.syscalls,
    StorageRead: { constant: { steps: 90, builtins: { range_check: 1 } } },
    StorageWrite: { constant: { steps: 96, builtins: { range_check: 1 } } },
  },
};
