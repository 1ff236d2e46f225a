import { doLater } from '../../../async/eitherWay.ts';
import { finishInSlices } from '../../../async/steps.ts';
import { estimateFee } from '../../../chain/run/estimate.ts';
import { TransactionFailure } from '../../../chain/run/simulation.ts';
import { prepareTransactions } from '../../../tools/explain/explainChain.ts';
import { checkClassSizes, unreadParam } from '../../decode/classSize.ts';
import { simulationParams } from '../../decode/simulation.ts';
import type { TransactionExplanation } from '../../format/explanation.ts';
import { formatEstimate } from '../../format/gas.ts';
import { method } from '../../method.ts';
import { overridden } from '../../overridden.ts';
import { refuseTrial } from '../../rewordErrors.ts';

/** What the transactions of an estimate would call, what would go wrong and where. */
export const explainEstimate = method({
  name: 'explainEstimate',
  group: 'sandbox',
  summary:
    'What transactions would call, what would go wrong and where; takes the parameters of `estimateFee`, and what is other than on the chain. With `estimates`, also what they would cost.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  params: simulationParams,
  check: (params, config) => checkClassSizes(unreadParam(params, 'request', 0), config),
  run: async (context, { request, simulationFlags, blockId, overrides, ...wanted }): Promise<EstimateExplanation> => {
    const chain = overrides ? await overridden(context, overrides, blockId) : context.chain;
    const options = { skipValidate: simulationFlags.includes('SKIP_VALIDATE'), skipFeeCharge: true };
    const explaining = await prepareTransactions(chain, request, options, blockId).catch(refuseTrial);
    const explanations = await doLater(explaining);
    const { formatExplained } = await import('../../format/explanation.ts');
    const transactions: TransactionExplanation[] = [];
    for (const explanation of explanations) transactions.push(await finishInSlices(formatExplained(explanation)));
    // An estimate runs the transactions once more, so it is made only for those who read it.
    const costs = wanted.estimates && { estimates: await estimates(chain, request, options, blockId) };
    return { transactions, ...costs, text: textsOf(transactions) };
  },
});

const textsOf = (transactions: readonly TransactionExplanation[]): string =>
  transactions.map(({ text }) => text).join('\n');

type Costs = readonly ReturnType<typeof formatEstimate>[] | null;

/** What the transactions would cost; null if one of them fails, since then there is no estimate. */
async function estimates(...batch: Parameters<typeof estimateFee>): Promise<Costs> {
  try {
    return (await estimateFee(...batch)).map(formatEstimate);
  } catch (error) {
    if (error instanceof TransactionFailure) return null;
    throw error;
  }
}

/** The explanations of transactions, up to the first that would be rejected. */
export interface EstimateExplanation {
  readonly transactions: readonly TransactionExplanation[];
  /** What all of them would cost, if that was asked for; null if one fails. */
  readonly estimates?: Costs;
  /** All of them as text for people. */
  readonly text: string;
}
