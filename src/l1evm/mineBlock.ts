import type { BlockHeader } from '@ethereumjs/block';
import type { TypedTransaction } from '@ethereumjs/tx';
import type { RunTxResult } from '@ethereumjs/vm';
import { checkL1Bytes } from './checkL1Bytes.ts';
import { EthError } from './ethError.ts';
import type { EvmMachine } from './evmMachine.ts';
import { blockFields } from './formatBlock.ts';
import { type ExecutedTransaction, logEntries, transactionResult } from './formatTransaction.ts';
import { type L1Block, type L1Executed, type L1Head, type L1Header, newestBlock } from './l1Head.ts';
import type { EvmWork } from './loadEvm.ts';
import { refusalReason } from './refusalReason.ts';

/** Of each block. */
const GAS_LIMIT = 30_000_000n;

/** When the next block is. It is later than the one before, as on Ethereum. */
function timeAfter(head: L1Head, now: bigint): bigint {
  const least = newestBlock(head).header.timestamp + 1n;
  let time = head.nextTime ?? now + head.secondsAhead;
  if (time < least) time = least;
  return time;
}

/** The header of the block that comes next, without what its transactions make of it. */
export const nextHeader = (head: L1Head, now: bigint) => headerAfter(newestBlock(head).header, timeAfter(head, now));

const headerAfter = (parent: L1Header, timestamp: bigint) => ({
  number: parent.number + 1n,
  parentHash: parent.hash,
  timestamp,
  gasLimit: GAS_LIMIT,
  baseFeePerGas: nextBaseFee(parent),
});

/** The base fee of the block after this one (EIP-1559): up to an eighth more or less, as its gas is above or below a half. */
export function nextBaseFee({ baseFee, gasUsed, gasLimit }: L1Header): bigint {
  const target = gasLimit / 2n;
  if (gasUsed <= target) return baseFee - (baseFee * (target - gasUsed)) / target / 8n;
  const more = (baseFee * (gasUsed - target)) / target / 8n;
  return baseFee + (more > 0n ? more : 1n);
}

/** Puts transactions into a new block. Throws an EthError if one of them cannot be in it; a transaction that reverts can. */
export async function mineBlock(
  head: L1Head,
  transactions: readonly TypedTransaction[],
  now: bigint,
  work?: EvmWork,
): Promise<L1Head> {
  checkL1Bytes(head);
  const { machine } = head;
  const fields = nextHeader(head, now);
  const open = await machine.open(head, head.stateRoot, work);
  const block = machine.block(fields);
  const results: RunTxResult[] = [];
  let gasUsed = 0n;
  for (const tx of transactions) {
    const result = await machine.packages.vm
      .runTx(open.vm, { tx, block, blockGasUsed: gasUsed })
      .catch((error: unknown) => {
        work?.throwIfAborted();
        throw new EthError('refused', refusalReason(error));
      });
    gasUsed += result.totalGasSpent;
    results.push(result);
  }
  const sealed = machine.block(
    {
      ...fields,
      gasUsed,
      stateRoot: await open.state.getStateRoot(),
      transactionsTrie: await machine.packages.block.genTransactionsTrieRoot([...transactions]),
      receiptTrie: await receiptRoot(machine, transactions, results),
      logsBloom: bloomOf(results),
    },
    transactions,
  );
  return withBlock({ ...head, nodes: open.store.nodes, nextTime: undefined }, sealed.header, {
    executed: executedIn(machine, sealed.header, transactions, results),
    bytes: open.store.addedBytes,
  });
}

/** The head after a block whose state it has. */
export function withBlock(
  head: L1Head,
  header: BlockHeader,
  { executed, bytes }: Pick<L1Block, 'executed' | 'bytes'>,
): L1Head {
  const fields = blockFields(header);
  const number = Number(header.number);
  let { placeByHash } = head;
  for (const [index, { transaction }] of executed.entries())
    placeByHash = placeByHash.set(transaction.hash, { block: number, index });
  // Writing the texts also makes V8 store them in one piece each: they were put together from bytes.
  const text = [fields, ...executed].reduce((sum, item) => sum + JSON.stringify(item).length, 0);
  const block: L1Block = {
    header: {
      number: header.number,
      hash: header.hash(),
      timestamp: header.timestamp,
      stateRoot: header.stateRoot,
      baseFee: header.baseFeePerGas ?? 0n,
      gasUsed: header.gasUsed,
      gasLimit: header.gasLimit,
    },
    fields,
    executed,
    bytes: bytes + text + HEADER_BYTES,
  };
  return {
    ...head,
    bytes: head.bytes + block.bytes,
    blocks: head.blocks.push(block),
    stateRoot: header.stateRoot,
    blockByHash: head.blockByHash.set(fields.hash, number),
    placeByHash,
  };
}

/** What a header and its places in maps take, roughly. */
const HEADER_BYTES = 2000;

function executedIn(
  machine: EvmMachine,
  header: BlockHeader,
  transactions: readonly TypedTransaction[],
  results: readonly RunTxResult[],
): readonly L1Executed[] {
  let logIndex = 0;
  return results.map((result, index) => {
    const executed: ExecutedTransaction = { tx: transactions[index]!, result, header, index };
    const logs = logEntries(executed, logIndex);
    logIndex += logs.length;
    return transactionResult(machine.packages.util, executed, logs);
  });
}

async function receiptRoot(
  { packages: { mpt, rlp, vm } }: EvmMachine,
  transactions: readonly TypedTransaction[],
  results: readonly RunTxResult[],
): Promise<Uint8Array> {
  const trie = new mpt.MerklePatriciaTrie();
  for (const [i, { receipt }] of results.entries())
    await trie.put(rlp.RLP.encode(i), vm.encodeReceipt(receipt, transactions[i]!.type));
  return trie.root();
}

function bloomOf(results: readonly RunTxResult[]): Uint8Array {
  const bloom = new Uint8Array(256);
  for (const { receipt } of results) for (const [i, byte] of receipt.bitvector.entries()) bloom[i]! |= byte;
  return bloom;
}
