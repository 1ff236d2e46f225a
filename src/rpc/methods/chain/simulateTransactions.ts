import { simulate } from '../../../chain/run/simulate.ts';
import { prepareTransactions } from '../../../tools/explain/explainChain.ts';
import { blockId } from '../../decode/blockId.ts';
import { checkClassSizes, unreadParam } from '../../decode/classSize.ts';
import { list, struct } from '../../decode/decoder.ts';
import { returnInitialReads, simulationFlags } from '../../decode/flags.ts';
import { transaction } from '../../decode/transaction.ts';
import { formatEstimate } from '../../format/gas.ts';
import { formatInitialReads, formatTrace } from '../../format/trace.ts';
import { mapInSlices } from '../../mapInSlices.ts';
import { method } from '../../method.ts';
import { namingTransaction } from '../../rewordErrors.ts';

const params = struct('SimulateTransactionsInput', {
  block_id: blockId,
  transactions: list(transaction, 'simulatedTransactions'),
  simulation_flags: simulationFlags,
  // What starknet.js sends instead of the simulation flag of that name.
  trace_flags: returnInitialReads,
});

export const simulateTransactions = method({
  name: 'simulateTransactions',
  group: 'chain',
  summary: 'Runs transactions without changing anything; their traces and estimated fees.',
  kind: 'read',
  params,
  check: (params, config) => checkClassSizes(unreadParam(params, 'transactions', 1), config),
  origin: { by: 'block', member: 'blockId', answers: 'passing' },
  run: (context, { blockId, transactions, simulationFlags: flags, traceFlags }) => {
    const { chain } = context;
    const options = {
      skipValidate: flags.includes('SKIP_VALIDATE'),
      skipFeeCharge: flags.includes('SKIP_FEE_CHARGE'),
    };
    const answer = async () => {
      const simulation = await simulate(chain, transactions, options, blockId);
      const simulated = await mapInSlices(chain, simulation.transactions, ({ trace, estimate }) => ({
        transaction_trace: formatTrace(trace),
        fee_estimation: formatEstimate(estimate),
      }));
      if (!traceFlags && !flags.includes('RETURN_INITIAL_READS')) return simulated;
      return { simulated_transactions: simulated, initial_reads: formatInitialReads(simulation.initialReads) };
    };
    return namingTransaction(context, answer, () => prepareTransactions(chain, transactions, options, blockId));
  },
});
