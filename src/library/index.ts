// What users of the library can import.
export type { JournalEntry } from '../rpc/journal/journalEntry.ts';
export type { RpcArguments, RpcMethod, RpcParams, RpcResult, RpcSchema } from '../rpc/schema.ts';
export type { BlockControls, BlockMode } from './blockControls.ts';
export type { Print, Reorg, SandboxEventName, SandboxEvents } from './boxEvents.ts';
export { SandboxClosedError, SandboxError } from './errors.ts';
export type { FlushedMessages, L1Controls, MessageToL1Like, MessageToL2Like } from './l1Controls.ts';
export type { ListeningSandbox, ListenOptions } from './platform.ts';
export {
  type AtBlock,
  type GasPriceOptions,
  type Mark,
  type MintResult,
  Sandbox,
  type SandboxAccount,
  type TokenUnit,
} from './sandbox.ts';
export {
  type ClassJson,
  type ForkOptions,
  type L1Options,
  SandboxOptionError,
  type SandboxOptions,
  type SystemClassOptions,
} from './sandboxOptions.ts';
export type { StateDiffEdit } from './stateDiffEdit.ts';
export type { TimeControls, TimeLike } from './timeControls.ts';
export {
  type ContractCall,
  type Receipt,
  type SendOptions,
  type SentTransaction,
  type Signer,
  TransactionRevertedError,
} from './transactions.ts';
export type { AmountLike, BlockLike, FeltLike, Hex } from './values.ts';
export type { SandboxWebSocket } from './webSocket.ts';
