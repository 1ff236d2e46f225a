import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { returnInitialReads } from '../../decode/flags.ts';
import { hex } from '../../format/hex.ts';
import { formatInitialReads, formatTrace } from '../../format/trace.ts';
import { method } from '../../method.ts';

const params = struct('TraceBlockTransactionsInput', { block_id: blockId, trace_flags: returnInitialReads });

export const traceBlockTransactions = method({
  name: 'traceBlockTransactions',
  group: 'chain',
  kind: 'read',
  params,
  origin: { by: 'block', answers: 'lasting' },
  run: async ({ chain }, { blockId, traceFlags: withReads }) => {
    const block = chain.resolveBlock(blockId);
    const traces: object[] = [];
    for (const placed of chain.eachTransaction(block)) {
      traces.push({ transaction_hash: hex(placed.hash), trace_root: formatTrace(await chain.trace(placed)) });
      await chain.rest();
    }
    return withReads ? { traces, initial_reads: formatInitialReads(await chain.initialReadsOf(block)) } : traces;
  },
});
