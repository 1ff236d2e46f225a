import type { CountedBuiltin, OsCost, OsResources } from './osCost.ts';
import type { SyscallName } from './syscalls.ts';

/** The fraction numerator / denominator. */
export type Ratio = readonly [numerator: number, denominator: number];

/** Prices of archived data, in L2 gas or in L1 gas. */
export interface ArchivalCosts {
  readonly gasPerDataFelt: Ratio;
  readonly eventKeyFactor: Ratio;
  readonly gasPerCodeByte: Ratio;
  readonly gasPerProof: Ratio;
}

/** The constants of one protocol version for gas, fees, limits and syscalls. */
export interface ProtocolConstants {
  readonly version: string;
  readonly rules: ProtocolRules;
  readonly events: { readonly maxDataLength: number; readonly maxKeysLength: number; readonly maxEmitted: number };
  readonly invokeMaxSteps: number;
  readonly validateMaxSteps: number;
  readonly maxRecursionDepth: number;
  readonly executeMaxSierraGas: number;
  readonly validateMaxSierraGas: number;
  /** Classes of this and later Sierra versions are metered in Sierra gas. */
  readonly minSierraGasVersion: readonly [major: number, minor: number, patch: number];
  readonly archivalL2: ArchivalCosts;
  readonly archivalL1: ArchivalCosts;
  readonly allocation: {
    readonly blob: { readonly l1Gas: bigint; readonly l1DataGas: bigint; readonly l2Gas: bigint };
    readonly calldata: { readonly l1Gas: bigint; readonly l1DataGas: bigint; readonly l2Gas: bigint };
  };
  /** The L1 gas of a step and of one instance of each builtin. */
  readonly stepL1Gas: Ratio;
  readonly builtinL1Gas: Readonly<Record<CountedBuiltin, Ratio>>;
  /** The Sierra gas of a step, a memory hole, a BLAKE2s compression and one instance of each builtin. */
  readonly stepGas: number;
  readonly memoryHoleGas: number;
  readonly blakeGas: number;
  readonly builtinGas: Readonly<Record<CountedBuiltin, number>>;
  /** The gas that compiled code pays before a syscall. */
  readonly syscallBaseGas: number;
  /** The gas that is subtracted when an entry point starts. */
  readonly entryPointInitialBudget: number;
  /** The gas of a frame metered in steps. */
  readonly defaultInitialGas: number;
  readonly l1HandlerBounds: { readonly l1Gas: bigint; readonly l1DataGas: bigint; readonly l2Gas: bigint };
  readonly validateRounding: { readonly blockNumber: number; readonly timestamp: number };
  readonly storedBlockHashBuffer: number;
  readonly blockHashContractAddress: bigint;
  /** Where aliases of contracts and storage keys are stored (src/chain/value/stateAliases.ts). */
  readonly aliasContractAddress: bigint;
  /** Every version has the system calls of 0.14.4. */
  readonly syscalls: Readonly<Record<SyscallName, OsCost>>;
  readonly transactions: Readonly<Record<'Declare' | 'DeployAccount' | 'InvokeFunction' | 'L1Handler', OsCost>>;
  readonly kzgPerFelt: OsResources;
  /** Account classes that see a v3 transaction with a small tip as version 1. */
  readonly v1BoundAccountsCairo0: readonly bigint[];
  readonly v1BoundAccountsCairo1: readonly bigint[];
  readonly v1BoundMaxTip: bigint;
  /** Account classes that do not see the L1 data gas bound. */
  readonly dataGasAccounts: readonly bigint[];
  readonly allowedVirtualOsProgramHashes: readonly bigint[];
  readonly allowedProofVersions: readonly bigint[];
  readonly bouncer: BouncerLimits;
}

/** What a version does differently from others, beyond prices and limits. */
export interface ProtocolRules {
  /** The tip of a transaction is part of its fee. */
  readonly chargesTip: boolean;
  /** A contract may call `__execute__` of an account. */
  readonly allowsCallsOfExecute: boolean;
  /** The validation of a transaction may deploy contracts. */
  readonly allowsDeployInValidation: boolean;
  /** The hash of compiled classes in declarations. */
  readonly compiledClassHash: 'poseidon' | 'blake';
  /** The hash in the facts of a proof that stands for the configuration of the virtual OS. */
  readonly virtualOsConfigHash: 'pedersen' | 'blake';
  /** Revert reasons have tracebacks of calls that are metered in Sierra gas. */
  readonly showsSierraTracebacks: boolean;
}

/** The capacity of an empty block, which is the limit for one transaction. */
export interface BouncerLimits {
  readonly l1Gas: bigint;
  readonly messageSegmentLength: bigint;
  readonly nEvents: bigint;
  readonly nTxs: bigint;
  readonly stateDiffSize: bigint;
  readonly sierraGas: bigint;
  readonly provingGas: bigint;
  readonly receiptL2Gas: bigint;
}
