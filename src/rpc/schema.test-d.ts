// Checked by the compiler alone: a line that does not hold is a type error.

import type { BlockIdInput } from './decode/blockId.ts';
import type { NumberInput } from './decode/wholeNumber.ts';
import type { BlockWith } from './format/block.ts';
import type { ContractClass } from './format/contractClass.ts';
import type { EstimatedFee } from './format/gas.ts';
import type { Hex } from './format/hex.ts';
import type { QueuedStatus, ReceiptWithBlock, TransactionStatus } from './format/receipt.ts';
import type { StateUpdate } from './format/stateDiff.ts';
import type { StorageProof } from './format/storageProof.ts';
import type { Trace } from './format/trace.ts';
import type { TransactionWithHash } from './format/transaction.ts';
import type { JournalEntry } from './journal/journalEntry.ts';
import type { RpcMethod, RpcParams, RpcResult, RpcSchema } from './schema.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Expect<T extends true> = T;
type Accepts<M extends RpcMethod, P extends RpcParams<M>> = P extends never ? never : true;
type Refuses<M extends RpcMethod, P> = P extends RpcParams<M> ? false : true;

type IsAny<T> = 0 extends 1 & T ? true : false;
/** A type that says nothing: any or unknown, or a union with object, {} or void. */
type SaysNothing<T> = IsAny<T> extends true ? true : unknown extends T ? true : true extends IsVague<T> ? true : false;
// biome-ignore lint/complexity/noBannedTypes: it is what must not be there.
type IsVague<T> = T extends unknown ? Equal<T, object> | Equal<T, {}> | Equal<T, void> : never;
type NameOf<Condition extends Record<string, boolean>> = {
  [M in keyof Condition]: Condition[M] extends true ? M : never;
}[keyof Condition];

export type EveryResultHasAType = Expect<Equal<NameOf<{ [M in RpcMethod]: SaysNothing<RpcResult<M>> }>, never>>;
export type EveryParameterHasAType = Expect<Equal<NameOf<{ [M in RpcMethod]: SaysNothing<RpcParams<M>> }>, never>>;

export type BothDialectsSayTheSame = [
  Expect<Equal<RpcSchema['starknet_getNonce'], RpcSchema['chain_getNonce']>>,
  Expect<Equal<RpcSchema['devnet_mint'], RpcSchema['sandbox_mint']>>,
  Expect<Equal<'starknet_mint' extends RpcMethod ? true : false, false>>,
  Expect<Equal<'devnet_getNonce' extends RpcMethod ? true : false, false>>,
];

export type Results = [
  Expect<Equal<RpcResult<'starknet_getNonce'>, Hex>>,
  Expect<Equal<RpcResult<'chain_blockNumber'>, number>>,
  Expect<Equal<RpcResult<'starknet_call'>, readonly Hex[]>>,
  Expect<Equal<RpcResult<'starknet_getBlockWithTxs'>, BlockWith<TransactionWithHash>>>,
  Expect<Equal<RpcResult<'chain_getBlockWithTxHashes'>, BlockWith<Hex>>>,
  Expect<Equal<RpcResult<'starknet_getTransactionReceipt'>, ReceiptWithBlock>>,
  Expect<Equal<RpcResult<'chain_getTransactionStatus'>, TransactionStatus | QueuedStatus>>,
  Expect<Equal<RpcResult<'starknet_getTransactionByHash'>, TransactionWithHash>>,
  Expect<Equal<RpcResult<'starknet_getStateUpdate'>, StateUpdate>>,
  Expect<Equal<RpcResult<'chain_traceTransaction'>, Trace>>,
  Expect<Equal<RpcResult<'starknet_estimateFee'>, EstimatedFee[]>>,
  Expect<Equal<RpcResult<'starknet_getClass'>, ContractClass>>,
  Expect<Equal<RpcResult<'starknet_subscribeNewHeads'>, string>>,
  Expect<Equal<RpcResult<'starknet_getStorageProof'>, StorageProof>>,
  Expect<Equal<RpcResult<'devnet_createBlock'>, { block_hash: Hex }>>,
  Expect<Equal<RpcResult<'sandbox_mint'>, { new_balance: string; unit: 'WEI' | 'FRI'; tx_hash: Hex }>>,
  Expect<Equal<RpcResult<'devnet_dump'>, JournalEntry[]>>,
  Expect<Equal<RpcResult<'sandbox_revert'>, boolean>>,
];

export type Params = [
  Expect<
    Equal<
      RpcParams<'starknet_getNonce'>,
      { readonly block_id: BlockIdInput; readonly contract_address: string } | readonly (BlockIdInput | string)[]
    >
  >,
  Expect<Equal<RpcParams<'chain_getBlockWithTxHashes'>, { readonly block_id: BlockIdInput } | readonly [BlockIdInput]>>,
  Expect<
    Equal<
      Extract<RpcParams<'devnet_mint'>, { address: unknown }>,
      { readonly address: string; readonly amount: NumberInput; readonly unit?: 'WEI' | 'FRI' | null | undefined }
    >
  >,
  Expect<Accepts<'starknet_getNonce', { block_id: 'latest'; contract_address: '0x1' }>>,
  Expect<Accepts<'sandbox_mint', { address: '0x1'; amount: 5n }>>,
  Expect<Accepts<'devnet_createBlock', undefined>>,
  Expect<Accepts<'devnet_createBlock', []>>,
  Expect<Accepts<'devnet_restart', undefined>>,
  Expect<Refuses<'starknet_getNonce', { block_id: 'newest'; contract_address: '0x1' }>>,
  Expect<Refuses<'starknet_getNonce', { block_id: 'latest' }>>,
  Expect<Refuses<'starknet_getNonce', undefined>>,
  Expect<Refuses<'starknet_getTransactionByHash', { transaction_hash: 1n }>>,
  Expect<Refuses<'devnet_mint', { address: '0x1'; amount: boolean }>>,
];
