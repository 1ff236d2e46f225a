import { estimateMessageFee as estimateMessage } from '../../../chain/run/estimate.ts';
import { toFelt } from '../../../felt/felt.ts';
import { prepareMessage } from '../../../tools/explain/explainChain.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { address, calldata, ethAddress, felt } from '../../decode/felt.ts';
import { explainedError } from '../../explainedError.ts';
import { formatFailure } from '../../format/contractError.ts';
import { formatEstimate } from '../../format/gas.ts';
import { method } from '../../method.ts';
import { contractNotFound } from '../../notFound.ts';

const message = struct(
  'MsgFromL1',
  { from_address: ethAddress, to_address: address, entry_point_selector: felt, payload: calldata },
  { open: true, namedOnly: true },
);
const params = struct('EstimateMessageFeeInput', { message, block_id: blockId }, { open: true });

export const estimateMessageFee = method({
  name: 'estimateMessageFee',
  group: 'chain',
  summary: 'Estimates what handling a message from L1 would cost.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'passing' },
  run: async (context, { message, blockId }) => {
    const { chain } = context;
    if ((await chain.stateAt(blockId).classHashOf(message.toAddress)) === 0n)
      throw await contractNotFound(chain, message.toAddress, blockId);
    const sent = {
      l1TransactionHash: undefined,
      l1ContractAddress: message.fromAddress,
      l2ContractAddress: message.toAddress,
      entryPointSelector: message.entryPointSelector,
      payload: message.payload,
      paidFeeOnL1: toFelt(1),
      nonce: toFelt(0),
    };
    const estimate = await estimateMessage(chain, sent, blockId);
    if ('failure' in estimate) {
      const data = { revert_error: formatFailure(estimate.failure) };
      throw await explainedError(context, 'contractError', data, () => prepareMessage(chain, sent, blockId));
    }
    return formatEstimate(estimate);
  },
});
