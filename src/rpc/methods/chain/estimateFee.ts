import { estimateFee as estimate } from '../../../chain/run/estimate.ts';
import { prepareTransactions } from '../../../tools/explain/explainChain.ts';
import { blockId } from '../../decode/blockId.ts';
import { checkClassSizes, unreadParam } from '../../decode/classSize.ts';
import { list, struct } from '../../decode/decoder.ts';
import { simulationFlags } from '../../decode/flags.ts';
import { transaction } from '../../decode/transaction.ts';
import { formatEstimate } from '../../format/gas.ts';
import { method } from '../../method.ts';
import { namingTransaction } from '../../rewordErrors.ts';

export const estimateFeeParams = struct('EstimateFeeInput', {
  request: list(transaction, 'simulatedTransactions'),
  simulation_flags: simulationFlags,
  block_id: blockId,
});

export const estimateFee = method({
  name: 'estimateFee',
  group: 'chain',
  summary: 'Estimates what transactions would consume and cost, each after those before it.',
  kind: 'read',
  params: estimateFeeParams,
  check: (params, config) => checkClassSizes(unreadParam(params, 'request', 0), config),
  origin: { by: 'block', member: 'blockId', answers: 'passing' },
  debug: 'estimate',
  run: (context, { request, simulationFlags, blockId }) => {
    const { chain } = context;
    const options = { skipValidate: simulationFlags.includes('SKIP_VALIDATE'), skipFeeCharge: true };
    return namingTransaction(
      context,
      async () => (await estimate(chain, request, options, blockId)).map(formatEstimate),
      () => prepareTransactions(chain, request, options, blockId),
    );
  },
});
