import type { OsCost } from './osCost.ts';

/**
 * The syscalls, with their costs in protocol 0.14.4 (source: v0_14_4.ts). A version that prices them differently has a table of its
 * own, of which the compiler demands all of these names.
 */
export const SYSCALLS_0_14_4 = {
  CallContract: { constant: { steps: 901, builtins: { range_check: 18 } } },
  DelegateCall: { constant: { steps: 713, builtins: { range_check: 19 } } },
  DelegateL1Handler: { constant: { steps: 692, builtins: { range_check: 15 } } },
  Deploy: {
    constant: { steps: 1173, builtins: { range_check: 21, pedersen: 7 } },
    perFelt: { steps: 8, builtins: { pedersen: 1 } },
  },
  EmitEvent: { constant: { steps: 47, builtins: { range_check: 1 } } },
  GetBlockHash: { constant: { steps: 106, builtins: { range_check: 3 } } },
  GetBlockNumber: { constant: { steps: 40, builtins: {} } },
  GetBlockTimestamp: { constant: { steps: 38, builtins: {} } },
  GetCallerAddress: { constant: { steps: 125, builtins: { range_check: 2 } } },
  GetClassHashAt: { constant: { steps: 75, builtins: { range_check: 1 } } },
  GetContractAddress: { constant: { steps: 125, builtins: { range_check: 2 } } },
  GetExecutionInfo: { constant: { steps: 111, builtins: { range_check: 2 } } },
  GetSequencerAddress: { constant: { steps: 34, builtins: {} } },
  GetTxInfo: { constant: { steps: 125, builtins: { range_check: 2 } } },
  GetTxSignature: { constant: { steps: 44, builtins: {} } },
  Keccak: { constant: { steps: 100, builtins: {} } },
  KeccakRound: { constant: { steps: 223, builtins: { range_check: 45, keccak: 1, bitwise: 6 } } },
  LibraryCall: { constant: { steps: 874, builtins: { range_check: 18 } } },
  LibraryCallL1Handler: { constant: { steps: 659, builtins: { range_check: 15 } } },
  MetaTxV0: {
    constant: { steps: 1307, builtins: { range_check: 20, pedersen: 9 } },
    perFelt: { steps: 8, builtins: { pedersen: 1 } },
  },
  ReplaceClass: { constant: { steps: 92, builtins: { range_check: 1 } } },
  Secp256k1Add: { constant: { steps: 400, builtins: { range_check: 29 } } },
  Secp256k1GetPointFromX: { constant: { steps: 384, builtins: { range_check: 30 } } },
  Secp256k1GetXy: { constant: { steps: 197, builtins: { range_check: 11 } } },
  Secp256k1Mul: { constant: { steps: 76495, builtins: { range_check: 7045 } } },
  Secp256k1New: { constant: { steps: 445, builtins: { range_check: 35 } } },
  Secp256r1Add: { constant: { steps: 585, builtins: { range_check: 57 } } },
  Secp256r1GetPointFromX: { constant: { steps: 503, builtins: { range_check: 44 } } },
  Secp256r1GetXy: { constant: { steps: 199, builtins: { range_check: 11 } } },
  Secp256r1Mul: { constant: { steps: 125336, builtins: { range_check: 13961 } } },
  Secp256r1New: { constant: { steps: 564, builtins: { range_check: 49 } } },
  SendMessageToL1: { constant: { steps: 127, builtins: { range_check: 1 } }, perFelt: { steps: 6, builtins: {} } },
  Sha256ProcessBlock: { constant: { steps: 1854, builtins: { range_check: 65, bitwise: 1115 } } },
  Sha512ProcessBlock: { constant: { steps: 4737, builtins: { range_check: 65, bitwise: 3320 } } },
  StorageRead: { constant: { steps: 240, builtins: { range_check: 1 } } },
  StorageWrite: { constant: { steps: 599, builtins: { range_check: 1 } } },
} as const satisfies Readonly<Record<string, OsCost>>;

export type SyscallName = keyof typeof SYSCALLS_0_14_4;
