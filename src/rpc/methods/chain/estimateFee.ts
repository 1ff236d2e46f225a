import { blockId } from '../../decode/blockId.ts';
import { list, struct } from '../../decode/decoder.ts';
import { simulationFlags } from '../../decode/flags.ts';
import { transaction } from '../../decode/transaction.ts';
import { formatEstimate } from '../../format/gas.ts';
import { method } from '../../method.ts';
import { namingTransaction } from '../../transactionFailure.ts';

const params = struct('EstimateFeeInput', {
  request: list(transaction),
  simulation_flags: simulationFlags,
  block_id: blockId,
});

export const estimateFee = method('estimateFee', params, ({ chain }, { request, simulationFlags, blockId }) =>
  namingTransaction(async () => {
    const options = { skipValidate: simulationFlags.includes('SKIP_VALIDATE'), skipFeeCharge: true };
    return (await chain.estimateFee(request, options, blockId)).map(formatEstimate);
  }),
);
