import { initialReadsOf, trace } from '../../../chain/run/trace.ts';
import type { PlacedTransaction } from '../../../chain/value/block.ts';
import { WrittenJson } from '../../../json/writtenJson.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { returnInitialReads } from '../../decode/flags.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { formatInitialReads, formatTrace, type InitialReads, type Trace } from '../../format/trace.ts';
import { method } from '../../method.ts';
import { writeLongJson } from '../../writeLongJson.ts';
import { writeLongList } from '../../writeLongList.ts';

const params = struct('TraceBlockTransactionsInput', { block_id: blockId, trace_flags: returnInitialReads });

/** The trace of a transaction of the block. */
export interface BlockTransactionTrace {
  readonly transaction_hash: Hex;
  readonly trace_root: Trace;
}

/** The traces of a block, and what its transactions first read. */
export interface TracesAndReads {
  readonly traces: readonly BlockTransactionTrace[];
  readonly initial_reads: InitialReads;
}

export const traceBlockTransactions = method({
  name: 'traceBlockTransactions',
  group: 'chain',
  summary: 'What every transaction of a block called and changed.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async (
    context,
    { blockId, traceFlags: withReads },
  ): Promise<WrittenJson<readonly BlockTransactionTrace[] | TracesAndReads>> => {
    const { chain, spec, memory } = context;
    const block = chain.resolveBlock(blockId);
    const format = async (placed: PlacedTransaction): Promise<BlockTransactionTrace> => ({
      transaction_hash: hex(placed.hash),
      trace_root: formatTrace(await trace(chain, placed)),
    });
    const traces = await writeLongList(context, {
      count: block.transactions.length,
      items: () => chain.eachTransaction(block),
      format: spec ? async (placed) => spec.item('traceBlockTransactions', undefined, await format(placed)) : format,
    });
    if (!withReads) return new WrittenJson(['[', ...traces, ']'], { isInSpec: true });
    const reads = await writeLongJson(formatInitialReads(await initialReadsOf(chain, block)), memory);
    return new WrittenJson(['{"traces":[', ...traces, '],"initial_reads":', ...reads, '}'], { isInSpec: true });
  },
});
