import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { returnInitialReads } from '../../decode/flags.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { formatInitialReads, formatTrace, type Trace } from '../../format/trace.ts';
import { method } from '../../method.ts';

const params = struct('TraceBlockTransactionsInput', { block_id: blockId, trace_flags: returnInitialReads });

/** The trace of a transaction of the block. */
export interface BlockTransactionTrace {
  readonly transaction_hash: Hex;
  readonly trace_root: Trace;
}

export const traceBlockTransactions = method({
  name: 'traceBlockTransactions',
  group: 'chain',
  summary: 'What every transaction of a block called and changed.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { blockId, traceFlags: withReads }) => {
    const block = chain.resolveBlock(blockId);
    const traces: BlockTransactionTrace[] = [];
    for (const placed of chain.eachTransaction(block)) {
      traces.push({ transaction_hash: hex(placed.hash), trace_root: formatTrace(await chain.trace(placed)) });
      await chain.rest();
    }
    return withReads ? { traces, initial_reads: formatInitialReads(await chain.initialReadsOf(block)) } : traces;
  },
});
