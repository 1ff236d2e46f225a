import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_4 } from './v0_14_4.ts';

/** Protocol 0.14.3, by its differences from 0.14.4, which has other prices for system calls and transactions. */
export const PROTOCOL_0_14_3: ProtocolConstants = {
  ...PROTOCOL_0_14_4,
  version: '0.14.3',
  allowedVirtualOsProgramHashes: [0x53f6c9fcfd31d27279ff7d7e422b44623550a732b59fe193354a7316a96daa1n],
  // PROOF1.
  allowedProofVersions: [0x50524f4f4631n],
  syscalls: {
    ...PROTOCOL_0_14_4.syscalls,
    CallContract: { constant: { steps: 903, builtins: { range_check: 18 } } },
    EmitEvent: { constant: { steps: 61, builtins: { range_check: 1 } } },
    GetBlockHash: { constant: { steps: 107, builtins: { range_check: 2 } } },
    GetClassHashAt: { constant: { steps: 89, builtins: { range_check: 1 } } },
    GetExecutionInfo: { constant: { steps: 125, builtins: { range_check: 2 } } },
    KeccakRound: { constant: { steps: 281, builtins: { range_check: 56, keccak: 1, bitwise: 6 } } },
    LibraryCall: { constant: { steps: 879, builtins: { range_check: 18 } } },
    MetaTxV0: {
      constant: { steps: 1301, builtins: { range_check: 20, pedersen: 9 } },
      perFelt: { steps: 8, builtins: { pedersen: 1 } },
    },
    ReplaceClass: { constant: { steps: 106, builtins: { range_check: 1 } } },
    Secp256k1Add: { constant: { steps: 412, builtins: { range_check: 29 } } },
    Secp256k1GetPointFromX: { constant: { steps: 397, builtins: { range_check: 30 } } },
    Secp256k1GetXy: { constant: { steps: 209, builtins: { range_check: 11 } } },
    Secp256k1Mul: { constant: { steps: 76507, builtins: { range_check: 7045 } } },
    Secp256k1New: { constant: { steps: 463, builtins: { range_check: 35 } } },
    Secp256r1Add: { constant: { steps: 595, builtins: { range_check: 57 } } },
    Secp256r1GetPointFromX: { constant: { steps: 516, builtins: { range_check: 44 } } },
    Secp256r1GetXy: { constant: { steps: 211, builtins: { range_check: 11 } } },
    Secp256r1Mul: { constant: { steps: 125346, builtins: { range_check: 13961 } } },
    Secp256r1New: { constant: { steps: 582, builtins: { range_check: 49 } } },
    SendMessageToL1: { constant: { steps: 144, builtins: { range_check: 1 } } },
    Sha256ProcessBlock: { constant: { steps: 1867, builtins: { range_check: 65, bitwise: 1115 } } },
  },
  transactions: {
    Declare: { constant: { steps: 3523, builtins: { range_check: 72, pedersen: 4, poseidon: 15 } } },
    DeployAccount: {
      constant: { steps: 4583, builtins: { range_check: 93, pedersen: 11, poseidon: 11 } },
      perFelt: { steps: 37, builtins: { pedersen: 2, poseidon: 1 } },
      scale: 2,
    },
    InvokeFunction: {
      constant: { steps: 4348, builtins: { range_check: 90, pedersen: 4, poseidon: 12 } },
      perFelt: { steps: 11, builtins: { poseidon: 1 } },
      scale: 2,
    },
    L1Handler: {
      constant: { steps: 1315, builtins: { range_check: 19, pedersen: 11 } },
      perFelt: { steps: 13, builtins: { pedersen: 1 } },
    },
  },
};
