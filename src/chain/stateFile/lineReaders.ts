import type { GasPrices } from '../../execution/blockContext.ts';
import type { ExecutionFlags } from '../../execution/outcome.ts';
import type { Receipt } from '../../execution/receipt.ts';
import type { ExecutableTransaction } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { Block } from '../value/block.ts';
import type { FixedHeader } from '../value/openBlock.ts';
import { felt, integer, jsonList, jsonRecord, natural, optional, record, text, wholeNumber } from './codec.ts';
import { diffReader, type StateStep, stepReader } from './stateCodec.ts';
import { endMembers } from './storedRecord.ts';
import { flagsCodec, gasPrices, receiptCodec, transactionCodec } from './transactionCodec.ts';

// The blocks of state files of version 1 and 2, which are lines of JSON. Version 1 has no `prices` of the open block, no `holds`,
// and no times above 2^53 - 1.

/** A transaction; its state is given by what changed since the one before it. */
export interface ExecutedLine {
  readonly hash: Felt;
  readonly before: StateStep;
  readonly transaction: ExecutableTransaction;
  readonly receipt: Receipt;
  readonly flags: ExecutionFlags;
  readonly l1TransactionHash?: bigint;
}
const executed = jsonList(
  jsonRecord<ExecutedLine>({
    hash: felt,
    before: stepReader,
    transaction: transactionCodec,
    receipt: receiptCodec,
    flags: flagsCodec,
    l1TransactionHash: optional(natural),
  }),
);

/** A sealed block. */
export interface BlockLine extends Omit<Block, 'kind' | 'protocol' | 'transactions' | 'mergeStateDiff'> {
  readonly protocolVersion: string | undefined;
  readonly stateDiff: StateDiff;
  readonly executed: readonly ExecutedLine[];
  readonly after: StateStep;
}
export const blockLineReader = jsonRecord<BlockLine>({
  ...endMembers,
  number: integer,
  timestamp: wholeNumber,
  protocolVersion: optional(text),
  stateDiff: diffReader,
  hash: felt,
  parentHash: felt,
  executed,
  after: stepReader,
});

/** The block under construction. */
export interface OpenLine {
  readonly number: number;
  readonly protocolVersion: string | undefined;
  readonly prices: GasPrices | undefined;
  readonly header: FixedHeader | undefined;
  readonly initial: StateStep;
  readonly executed: readonly ExecutedLine[];
  readonly after: StateStep;
  readonly diffs: readonly StateDiff[];
}
export const openLineReader = jsonRecord<OpenLine>({
  number: integer,
  protocolVersion: optional(text),
  prices: optional(gasPrices),
  header: optional(record<FixedHeader>({ timestamp: wholeNumber, prices: gasPrices })),
  initial: stepReader,
  executed,
  after: stepReader,
  diffs: jsonList(diffReader),
});
