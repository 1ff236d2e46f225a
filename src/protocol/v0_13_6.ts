import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_0 } from './v0_14_0.ts';

/** Protocol 0.13.6, by its differences from 0.14.0, which charges tips and restricts what contracts may call. */
export const PROTOCOL_0_13_6: ProtocolConstants = {
  ...PROTOCOL_0_14_0,
  version: '0.13.6',
  rules: {
    ...PROTOCOL_0_14_0.rules,
    chargesTip: false,
    allowsCallsOfExecute: true,
    allowsDeployInValidation: true,
  },
  l1HandlerBounds: { l1Gas: 10_000_000_000n, l1DataGas: 10_000_000_000n, l2Gas: 10_000_000_000n },
  v1BoundAccountsCairo0: PROTOCOL_0_14_0.v1BoundAccountsCairo0.slice(0, 4),
  dataGasAccounts: [],
  syscalls: {
    ...PROTOCOL_0_14_0.syscalls,
    CallContract: { constant: { steps: 866, builtins: { range_check: 15 } } },
    Deploy: {
      constant: { steps: 1132, builtins: { range_check: 18, pedersen: 7 } },
      perFelt: { steps: 8, builtins: { pedersen: 1 } },
    },
    GetBlockHash: { constant: { steps: 104, builtins: { range_check: 2 } } },
    GetCallerAddress: { constant: { steps: 64, builtins: { range_check: 1 } } },
    GetContractAddress: { constant: { steps: 64, builtins: { range_check: 1 } } },
    GetExecutionInfo: { constant: { steps: 64, builtins: { range_check: 1 } } },
    GetTxInfo: { constant: { steps: 64, builtins: { range_check: 1 } } },
    LibraryCall: { constant: { steps: 842, builtins: { range_check: 15 } } },
    MetaTxV0: { constant: { steps: 0, builtins: {} } },
    ReplaceClass: { constant: { steps: 104, builtins: { range_check: 1 } } },
    Secp256k1Add: { constant: { steps: 410, builtins: { range_check: 29 } } },
    Secp256k1GetPointFromX: { constant: { steps: 395, builtins: { range_check: 30 } } },
    Secp256k1GetXy: { constant: { steps: 207, builtins: { range_check: 11 } } },
    Secp256k1Mul: { constant: { steps: 76505, builtins: { range_check: 7045 } } },
    Secp256k1New: { constant: { steps: 461, builtins: { range_check: 35 } } },
    Secp256r1Add: { constant: { steps: 593, builtins: { range_check: 57 } } },
    Secp256r1GetPointFromX: { constant: { steps: 514, builtins: { range_check: 44 } } },
    Secp256r1GetXy: { constant: { steps: 209, builtins: { range_check: 11 } } },
    Secp256r1Mul: { constant: { steps: 125344, builtins: { range_check: 13961 } } },
    Secp256r1New: { constant: { steps: 580, builtins: { range_check: 49 } } },
    SendMessageToL1: { constant: { steps: 141, builtins: { range_check: 1 } } },
    Sha256ProcessBlock: { constant: { steps: 1865, builtins: { range_check: 65, bitwise: 1115 } } },
    StorageRead: { constant: { steps: 87, builtins: { range_check: 1 } } },
    StorageWrite: { constant: { steps: 93, builtins: { range_check: 1 } } },
  },
  transactions: {
    Declare: { constant: { steps: 3203, builtins: { range_check: 56, pedersen: 16, poseidon: 4 } } },
    DeployAccount: {
      constant: { steps: 4161, builtins: { range_check: 72, pedersen: 23 } },
      perFelt: { steps: 21, builtins: { pedersen: 2 } },
    },
    InvokeFunction: {
      constant: { steps: 3918, builtins: { range_check: 69, pedersen: 14 } },
      perFelt: { steps: 8, builtins: { pedersen: 1 } },
    },
    L1Handler: {
      constant: { steps: 1279, builtins: { range_check: 16, pedersen: 11 } },
      perFelt: { steps: 13, builtins: { pedersen: 1 } },
    },
  },
};
