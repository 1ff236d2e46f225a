import { doLater } from '../../../async/eitherWay.ts';
import { finishInSlices } from '../../../async/steps.ts';
import { TransactionFailure } from '../../../chain/run/simulation.ts';
import { prepareTransactions } from '../../../tools/explain/explainChain.ts';
import { checkClassSizes, unreadParam } from '../../decode/classSize.ts';
import type { TransactionExplanation } from '../../format/explanation.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';
import { estimateFeeParams } from '../chain/estimateFee.ts';

/** What the transactions of an estimate would call, what would go wrong and where. */
export const explainEstimate = method({
  name: 'explainEstimate',
  group: 'sandbox',
  summary: 'What transactions would call, what would go wrong and where; takes the parameters of `estimateFee`.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  params: estimateFeeParams,
  check: (params, config) => checkClassSizes(unreadParam(params, 'request', 0), config),
  run: async ({ chain }, { request, simulationFlags, blockId }): Promise<EstimateExplanation> => {
    const options = { skipValidate: simulationFlags.includes('SKIP_VALIDATE'), skipFeeCharge: true };
    const explaining = await prepareTransactions(chain, request, options, blockId).catch((error: unknown) => {
      // A class that does not compile.
      if (!(error instanceof TransactionFailure)) throw error;
      throw new RpcError('transactionExecutionError', {
        data: { transaction_index: error.index, execution_error: error.message },
      });
    });
    const explanations = await doLater(explaining);
    const { formatExplained } = await import('../../format/explanation.ts');
    const transactions: TransactionExplanation[] = [];
    for (const explanation of explanations) transactions.push(await finishInSlices(formatExplained(explanation)));
    return { transactions, text: transactions.map(({ text }) => text).join('\n') };
  },
});

/** The explanations of transactions, up to the first that would be rejected. */
export interface EstimateExplanation {
  readonly transactions: readonly TransactionExplanation[];
  /** All of them as text for people. */
  readonly text: string;
}
