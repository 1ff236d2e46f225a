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
export type { AbiNames, NamedAbi } from '../abi/namedAbi.ts';
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
export type { ResourceBound, ResourceBounds } from '../execution/transaction.ts';
export { describeFault } from '../faults/describeFault.ts';
export type { InjectedFault } from '../faults/faultPlan.ts';
export type { FaultKind, FaultMoment, FaultRule, FaultSettings, FaultTime } from '../faults/faultRule.ts';
export type { Felt } from '../felt/felt.ts';
export type { FetchLike } from '../fork/transport.ts';
export type { GatewayMode } from '../gateway/gateway.ts';
export type { L1AccountKey } from '../l1evm/l1Accounts.ts';
export type { MempoolConfig, MempoolOrdering, MempoolRules } from '../mempool/mempoolConfig.ts';
export type { RelayedTransaction } from '../paymaster/executeTransaction.ts';
export type { PaymasterErrorName } from '../paymaster/paymasterError.ts';
export { FaultInterruption } from '../rpc/faults/faultInterruption.ts';
export type { FaultReport, FaultRuleReport } from '../rpc/format/faults.ts';
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
export { StateFileError } from '../stateFile/stateFileError.ts';
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
export type {
  CallComparison,
  ComparedBox,
  ComparedCall,
  CompareOptions,
} from './comparing/compareCalls.ts';
export type { CallDifference } from './comparing/madeCall.ts';
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
} from './contracts/contracts.ts';
export { erc20Abi } from './contracts/erc20Abi.ts';
export type { BlockControls, BlockMode } from './controls/blockControls.ts';
export type { Print, Reorg, SandboxEventName, SandboxEvents } from './controls/boxEvents.ts';
export type { CheatControls } from './controls/cheatControls.ts';
export type { BlockCheat, Cheat, CheatedContract, CheatOptions, MockOptions } from './controls/cheatTypes.ts';
export type { ClientControls } from './controls/clientControls.ts';
export type { ContractControls, DebuggedEstimate } from './controls/contractControls.ts';
export type { FaultControls } from './controls/faultControls.ts';
export type {
  EthProvider,
  FlushedMessages,
  L1Controls,
  MessageToL1Like,
  MessageToL2Like,
} from './controls/l1Controls.ts';
export type { MarketControls } from './controls/marketControls.ts';
export type {
  ByBlockInput,
  DynamicFeeInput,
  FeeMarketInput,
  GasScheduleInput,
  L2ScheduleInput,
  Market,
  PriceListInput,
  PriceScheduleInput,
  ScheduledRange,
  ScheduledValues,
  ScheduledVariableInput,
  WalkInput,
} from './controls/marketTypes.ts';
export type {
  MempoolChanges,
  MempoolContent,
  MempoolControls,
  NotIncluded,
  PoolTransaction,
  PreconfirmResult,
} from './controls/mempoolControls.ts';
export type { PaymasterControls } from './controls/paymasterControls.ts';
export type {
  GasTokenInput,
  PaymasterRefusal,
  PaymasterSettingsInput,
  PaymasterState,
} from './controls/paymasterTypes.ts';
export type { GasPriceOptions, MintResult, StateControls, TokenUnit } from './controls/stateControls.ts';
export type { StateDiffEdit } from './controls/stateDiffEdit.ts';
export type {
  StorageKey,
  StorageTree,
  StorageTreeEntry,
  StorageTreeOptions,
  StorageValue,
  StorageWrite,
  StorageWritersOptions,
  StoredValue,
} from './controls/storageByName.ts';
export type { TimeControls, TimeLike } from './controls/timeControls.ts';
export type { BuildWatch, RebuiltClass, WatchOptions } from './controls/watchControls.ts';
export { SandboxBusyError, SandboxClosedError, SandboxError } from './errors.ts';
export { ClassFileError, type ClassSource } from './files/classFile.ts';
export type { ContractClass } from './files/contractClass.ts';
export type { StateSource } from './files/stateSource.ts';
export type { CloneOptions, Mark } from './marks.ts';
export { defineConfig, type StarboxConfig } from './options/defineConfig.ts';
export type { ChainOptions, CommandOptions } from './options/optionTypes.generated.ts';
export {
  type ClassJson,
  type ForkOptions,
  type L1Options,
  SandboxOptionError,
  type SandboxOptions,
  type SystemClassOptions,
} from './options/sandboxOptions.ts';
export type { ListeningSandbox, ListenOptions } from './platform.ts';
export type { FetchInit } from './requests/fetchUnderFaults.ts';
export type { SendRequest } from './requests/requests.ts';
export type { SandboxFetch } from './requests/sandboxFetch.ts';
export type { SandboxWebSocket } from './requests/webSocket.ts';
export { Sandbox } from './sandbox.ts';
export type { CallLike, ContractCall } from './sending/calls.ts';
export type { AccountOptions, CreatedAccount } from './sending/createAccount.ts';
export type { FeeEstimate, GasBound, GasBounds } from './sending/fees.ts';
export type { SandboxAccount, SandboxAccounts } from './sending/sandboxAccount.ts';
export type { FromLike, Signer, SigningAccount } from './sending/sendingAccount.ts';
export type { EstimateOptions, SendOptions } from './sending/sendOptions.ts';
export { type SentTransaction, TransactionRevertedError } from './sending/sentTransaction.ts';
export { openSession, type Session, type SessionData, type SessionOptions } from './sending/session.ts';
export {
  ethSigner,
  type KeyKind,
  type KeySigner,
  p256Signer,
  type SignHash,
  starkSigner,
  type WebAuthnOptions,
  webAuthnSigner,
} from './sending/signers.ts';
export type { AddressLike, AmountLike, AtBlock, BlockLike, FeltLike, Hex } from './values.ts';
