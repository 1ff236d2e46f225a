// What users of the library can import.
export { AbiError } from '../abi/abiError.ts';
export type { AbiType } from '../abi/abiType.ts';
export { decodeCalldata, decodeReturn, encodeCalldata, encodeConstructor } from '../abi/calldata.ts';
export { type Contract, contractOf, type FoundEvent } from '../abi/contract.ts';
export type {
  ContractBackend,
  ContractCall as PopulatedCall,
  EventFilter,
  RawEvent,
} from '../abi/contractBackend.ts';
export type { EventArguments, EventNames } from '../abi/eventTypes.ts';
export { readShortString, shortString } from '../abi/scalars.ts';
export type {
  Abi,
  AbiEntry,
  AddressInput,
  Arguments,
  ConstructorArguments,
  ExternalNames,
  FeltInput,
  FunctionNames,
  IntegerInput,
  NamedArguments,
  Result,
  ViewNames,
  WithoutArguments,
} from '../abi/types.ts';
export { StateFileError } from '../chain/stateFile/stateFileError.ts';
export type { Felt } from '../felt/felt.ts';
export type { FetchLike } from '../fork/transport.ts';
export type { ReceiptWithBlock as Receipt } from '../rpc/format/receipt.ts';
export type { JournalEntry } from '../rpc/journal/journalEntry.ts';
export type { SentJson } from '../rpc/readExecution.ts';
export type {
  RpcArguments,
  RpcMethod,
  RpcNeutralName,
  RpcParams,
  RpcResult,
  RpcSchema,
  RpcUsualMethod,
} from '../rpc/schema.ts';
export type { Share, Shares } from '../tools/coverage/coverage.ts';
export type { CoverageReport, FileSummary, TestSummary } from '../tools/coverage/coverageFiles.ts';
export type {
  BreakKind,
  BreakOptions,
  Breakpoint,
  DebugFact,
  DebugFrame,
  Debugger,
  DebugStorageChange,
  FunctionBreakpoint,
  StopReason,
} from '../tools/debug/debuggerTypes.ts';
export type { DebugVariable } from '../tools/debug/debugValue.ts';
export type { CellChange, StorageChange } from '../tools/explain/explanation.ts';
export type { GasReportTexts, ReportedFunction } from '../tools/gas/gasReport.ts';
export type { Spread } from '../tools/gas/sample.ts';
export type { Profile, ProfileFrame, ProfileSample } from '../tools/profile/profile.ts';
export {
  type FunctionDifference,
  type GasDifference,
  type ProfileDiff,
  profileDiff,
} from '../tools/profile/profileDiff.ts';
export type { ProfileFiles } from '../tools/profile/profileFiles.ts';
export type { DecodedStorage } from '../tools/storage/storageEntry.ts';
export type { LayoutChanges } from '../tools/storage/storageLayout.ts';
export type { BlockControls, BlockMode } from './blockControls.ts';
export type { Print, Reorg, SandboxEventName, SandboxEvents } from './boxEvents.ts';
export type { CallLike, ContractCall } from './calls.ts';
export { ClassFileError, type ClassSource } from './classFile.ts';
export type { ContractControls, DebuggedEstimate } from './contractControls.ts';
export type {
  Declaration,
  DeclareOptions,
  DeployedContract,
  DeployOptions,
  EmittedEvent,
  EventRange,
  SandboxBackend,
  SandboxContract,
  SimulateOptions,
} from './contracts.ts';
export { defineConfig, type StarboxConfig } from './defineConfig.ts';
export { erc20Abi } from './erc20Abi.ts';
export { SandboxBusyError, SandboxClosedError, SandboxError } from './errors.ts';
export type { FlushedMessages, L1Controls, MessageToL1Like, MessageToL2Like } from './l1Controls.ts';
export type { ChainOptions, CommandOptions } from './optionTypes.generated.ts';
export type { ListeningSandbox, ListenOptions } from './platform.ts';
export type { SendRequest } from './requests.ts';
export {
  type CloneOptions,
  type Mark,
  Sandbox,
} from './sandbox.ts';
export type { SandboxAccount, SandboxAccounts } from './sandboxAccount.ts';
export {
  type ClassJson,
  type ForkOptions,
  type L1Options,
  SandboxOptionError,
  type SandboxOptions,
  type SystemClassOptions,
} from './sandboxOptions.ts';
export type { SendOptions, Signer } from './sender.ts';
export { type SentTransaction, TransactionRevertedError } from './sentTransaction.ts';
export type { GasPriceOptions, MintResult, StateControls, TokenUnit } from './stateControls.ts';
export type { StateDiffEdit } from './stateDiffEdit.ts';
export type { StateSource } from './stateSource.ts';
export type {
  StorageKey,
  StorageTree,
  StorageTreeEntry,
  StorageTreeOptions,
  StorageValue,
  StorageWrite,
  StorageWritersOptions,
  StoredValue,
} from './storageByName.ts';
export type { TimeControls, TimeLike } from './timeControls.ts';
export type { AddressLike, AmountLike, AtBlock, BlockLike, FeltLike, Hex } from './values.ts';
export type { BuildWatch, RebuiltClass, WatchOptions } from './watchControls.ts';
export type { SandboxWebSocket } from './webSocket.ts';
