// Short forms of blocks and transactions, for lists.

import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { Block, Finality, OpenBlock, PlacedTransaction } from '../../chain/value/block.ts';
import type { Felt } from '../../felt/felt.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { outerCalls, senderOf } from '../../tools/find/outerCalls.ts';
import { classAbi } from '../../tools/names/classFacts.ts';
import { knownClassOf } from '../../tools/names/knownClass.ts';
import { type BlockHeader, formatHeader, formatOpenHead, type SharedHeader } from './block.ts';
import { type Hex, hex } from './hex.ts';
import type { TransactionReceipt } from './receipt.ts';

/** The most calls of a transaction that a summary names. */
const MAX_CALLS = 4;
/** The most characters of a name. */
const MAX_NAME = 100;

export interface CallSummary {
  readonly contract_address: Hex;
  readonly contract_name: string | null;
  readonly selector: Hex;
  readonly function_name: string | null;
}

export interface TransactionSummary {
  readonly transaction_hash: Hex;
  readonly type: TransactionReceipt['type'];
  readonly block_number: number;
  readonly transaction_index: number;
  readonly timestamp: number | bigint;
  readonly finality_status: Finality;
  readonly execution_status: 'SUCCEEDED' | 'REVERTED';
  /** The account that sent it, or the contract that handles a message from L1. */
  readonly sender_address: Hex;
  /** Of a DECLARE. */
  readonly class_hash: Hex | null;
  /** The first calls of an account, or the handler of a message from L1. */
  readonly calls: readonly CallSummary[];
  readonly call_count: number;
  readonly event_count: number;
  readonly actual_fee: TransactionReceipt['actual_fee'];
  readonly l2_gas: number | bigint;
}

/** The header of a sealed block. */
export interface SealedSummary extends BlockHeader {
  readonly status: Finality;
}

/** The header of the open block. */
export interface OpenSummary extends SharedHeader {
  readonly status: 'PRE_CONFIRMED';
  readonly block_number: number;
  readonly transaction_count: number;
}

/** A block without its transactions. */
export type BlockSummary = SealedSummary | OpenSummary;

/** A block for a list. */
export function summarizeBlock(block: Block | OpenBlock, status: Finality): BlockSummary {
  if (block.kind === 'sealed') return { status, ...formatHeader(block) };
  return { status: 'PRE_CONFIRMED', ...formatOpenHead(block), transaction_count: block.transactions.length };
}

/** A transaction for a list, with the names of what it calls as far as they are known here. */
export function summarizeTransaction(placed: PlacedTransaction, chain: ChainView): TransactionSummary {
  const { transaction, receipt } = placed;
  const calls = outerCalls(transaction);
  return {
    transaction_hash: hex(placed.hash),
    type: receipt.type,
    block_number: placed.blockNumber,
    transaction_index: placed.index,
    timestamp: jsonInteger((placed.block ?? chain.open).timestamp),
    finality_status: placed.finality,
    execution_status: receipt.execution.status,
    sender_address: hex(senderOf(transaction)),
    class_hash: transaction.type === 'DECLARE' ? hex(transaction.classHash) : null,
    calls: calls.slice(0, MAX_CALLS).map(({ to, selector }) => summarizeCall(to, selector, chain)),
    call_count: calls.length,
    event_count: receipt.events.length,
    actual_fee: { amount: hex(receipt.actualFee.amount), unit: receipt.actualFee.unit },
    l2_gas: jsonInteger(receipt.gas.l2Gas),
  };
}

function summarizeCall(to: Felt, selector: Felt, chain: ChainView): CallSummary {
  const known = knownClassOf(chain, to);
  const abi = known && classAbi(known.definition);
  return {
    contract_address: hex(to),
    contract_name: abi?.contractName?.slice(0, MAX_NAME) ?? null,
    selector: hex(selector),
    function_name: (abi && functionBySelector(abi, selector)?.name.slice(0, MAX_NAME)) ?? null,
  };
}
