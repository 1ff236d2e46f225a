import type { BlockHeader } from '@ethereumjs/block';
import { data, quantity } from './formatTransaction.ts';
import type { L1Block } from './l1Head.ts';

/** The fields of a block as answers of Ethereum nodes have them. */
export const blockFields = (header: BlockHeader) => ({
  number: quantity(header.number),
  hash: data(header.hash()),
  parentHash: data(header.parentHash),
  timestamp: quantity(header.timestamp),
  baseFeePerGas: quantity(header.baseFeePerGas ?? 0n),
  gasLimit: quantity(header.gasLimit),
  gasUsed: quantity(header.gasUsed),
  stateRoot: data(header.stateRoot),
  transactionsRoot: data(header.transactionsTrie),
  receiptsRoot: data(header.receiptTrie),
  logsBloom: data(header.logsBloom),
  miner: header.coinbase.toString(),
  mixHash: data(header.mixHash),
  nonce: data(header.nonce),
  difficulty: quantity(header.difficulty),
  totalDifficulty: '0x0',
  extraData: data(header.extraData),
  sha3Uncles: data(header.uncleHash),
  uncles: [],
  withdrawals: [],
  withdrawalsRoot: data(header.withdrawalsRoot ?? new Uint8Array(32)),
  blobGasUsed: quantity(header.blobGasUsed ?? 0n),
  excessBlobGas: quantity(header.excessBlobGas ?? 0n),
  parentBeaconBlockRoot: data(header.parentBeaconBlockRoot ?? new Uint8Array(32)),
  size: quantity(header.serialize().length),
});

/** A block with its transactions, or with their hashes. */
export const formatBlock = ({ fields, executed }: L1Block, isFull: boolean) => ({
  ...fields,
  transactions: executed.map(({ transaction }) => (isFull ? transaction : transaction.hash)),
});
