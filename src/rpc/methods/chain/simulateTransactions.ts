import { blockId } from '../../decode/blockId.ts';
import { list, struct } from '../../decode/decoder.ts';
import { returnInitialReads, simulationFlags } from '../../decode/flags.ts';
import { transaction } from '../../decode/transaction.ts';
import { formatEstimate } from '../../format/gas.ts';
import { formatInitialReads, formatTrace } from '../../format/trace.ts';
import { method } from '../../method.ts';
import { namingTransaction } from '../../transactionFailure.ts';

const params = struct('SimulateTransactionsInput', {
  block_id: blockId,
  transactions: list(transaction),
  simulation_flags: simulationFlags,
  // What starknet.js sends instead of the simulation flag of that name.
  trace_flags: returnInitialReads,
});

export const simulateTransactions = method(
  'simulateTransactions',
  params,
  ({ chain }, { blockId, transactions, simulationFlags: flags, traceFlags }) =>
    namingTransaction(async () => {
      const options = {
        skipValidate: flags.includes('SKIP_VALIDATE'),
        skipFeeCharge: flags.includes('SKIP_FEE_CHARGE'),
      };
      const simulation = await chain.simulate(transactions, options, blockId);
      const simulated = simulation.transactions.map(({ trace, estimate }) => ({
        transaction_trace: formatTrace(trace),
        fee_estimation: formatEstimate(estimate),
      }));
      if (!traceFlags && !flags.includes('RETURN_INITIAL_READS')) return simulated;
      return { simulated_transactions: simulated, initial_reads: formatInitialReads(simulation.initialReads) };
    }),
);
