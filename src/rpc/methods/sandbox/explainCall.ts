import { doLater } from '../../../async/eitherWay.ts';
import { finishInSlices } from '../../../async/steps.ts';
import { explainCallSteps } from '../../../tools/explain/explainChain.ts';
import { method } from '../../method.ts';
import { contractNotFound, isMocked } from '../../notFound.ts';
import { callParams } from '../chain/call.ts';

/** What a call without a transaction calls, what goes wrong and where. */
export const explainCall = method({
  name: 'explainCall',
  group: 'sandbox',
  summary: 'What a call without a transaction calls, what goes wrong and where; takes the parameters of `call`.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  params: callParams,
  run: async ({ chain }, { request, blockId }) => {
    const isMissing = (await chain.stateAt(blockId).classHashOf(request.contractAddress)) === 0n;
    if (isMissing && !isMocked(chain, request)) throw await contractNotFound(chain, request.contractAddress, blockId);
    const { formatExplained } = await import('../../format/explanation.ts');
    return finishInSlices(formatExplained(await doLater(explainCallSteps(chain, request, blockId))));
  },
});
