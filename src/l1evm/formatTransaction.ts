// Transactions, receipts and log entries, as answers of Ethereum nodes have them.
import type { BlockHeader } from '@ethereumjs/block';
import type { TypedTransaction } from '@ethereumjs/tx';
import type { RunTxResult } from '@ethereumjs/vm';
import { hexOfBytes } from '../felt/hash.ts';
import type { EvmPackages } from './evmPackages.ts';
import type { EthLog, L1Executed } from './l1Head.ts';

/** A transaction that ran, and where. */
export interface ExecutedTransaction {
  readonly tx: TypedTransaction;
  readonly result: RunTxResult;
  readonly header: BlockHeader;
  readonly index: number;
}

export const data = (bytes: Uint8Array): string => `0x${hexOfBytes(bytes)}`;
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;

/** The log entries of a transaction, of which the first is at this position of the block. */
export const logEntries = ({ tx, result, header, index }: ExecutedTransaction, first: number): readonly EthLog[] =>
  result.receipt.logs.map(([address, topics, bytes], i) => ({
    address: data(address),
    topics: topics.map(data),
    data: data(bytes),
    blockNumber: quantity(header.number),
    blockHash: data(header.hash()),
    transactionHash: data(tx.hash()),
    transactionIndex: quantity(index),
    logIndex: quantity(first + i),
    removed: false,
  }));

/** A transaction and its receipt. */
export function transactionResult(
  { bytesToHex }: EvmPackages['util'],
  { tx, result, header, index }: ExecutedTransaction,
  logs: readonly EthLog[],
): L1Executed {
  const place = {
    blockHash: data(header.hash()),
    blockNumber: quantity(header.number),
    transactionIndex: quantity(index),
  };
  const from = tx.getSenderAddress().toString();
  const to = tx.to?.toString() ?? null;
  const type = quantity(tx.type);
  const price = tx.getEffectivePriorityFee(header.baseFeePerGas ?? 0n) + (header.baseFeePerGas ?? 0n);
  const { to: _, data: input, ...signed } = tx.toJSON();
  const transaction = {
    ...place,
    ...signed,
    hash: data(tx.hash()),
    type,
    from,
    to,
    input: input ?? bytesToHex(tx.data),
    gas: quantity(tx.gasLimit),
    gasPrice: quantity(price),
    nonce: quantity(tx.nonce),
    value: quantity(tx.value),
    chainId: quantity(tx.common.chainId()),
    ...(tx.type > 0 && { yParity: quantity(tx.v ?? 0n) }),
  };
  const status = 'status' in result.receipt ? result.receipt.status : 1;
  const receipt = {
    ...place,
    transactionHash: transaction.hash,
    type,
    from,
    to,
    status: quantity(Number(status)),
    gasUsed: quantity(result.totalGasSpent),
    cumulativeGasUsed: quantity(result.receipt.cumulativeBlockGasUsed),
    effectiveGasPrice: quantity(price),
    contractAddress: tx.to === undefined && result.createdAddress ? result.createdAddress.toString() : null,
    logs,
    logsBloom: data(result.receipt.bitvector),
  };
  return { transaction, receipt };
}
