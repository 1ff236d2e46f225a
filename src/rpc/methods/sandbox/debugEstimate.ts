import { checkClassSizes, unreadParam } from '../../decode/classSize.ts';
import { debugFields, debugRequest } from '../../decode/debugRequest.ts';
import { struct } from '../../decode/decoder.ts';
import { simulationFields } from '../../decode/simulation.ts';
import { formatDebugMoment } from '../../format/debugMoment.ts';
import { method } from '../../method.ts';
import { overridden } from '../../overridden.ts';
import { refuseTrial } from '../../rewordErrors.ts';

const params = struct('DebugEstimate', { ...simulationFields, ...debugFields }, { namedOnly: true });

/** A moment of transactions that are only tried out: of the last, or of the first that would be rejected. */
export const debugEstimate = method({
  name: 'debugEstimate',
  group: 'sandbox',
  summary:
    'A moment of transactions that are only tried out, as `debugTransaction` has it of one in the chain: of the last, or of the first that would be rejected. Takes the parameters of `explainEstimate` too.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  // It reads source files, and keeps the memory of the transactions for the next step.
  restricted: 'hidden',
  params,
  check: (params, config) => checkClassSizes(unreadParam(params, 'request', 0), config),
  run: async (context, { request, simulationFlags, blockId, overrides, ...asked }) => {
    const chain = overrides ? await overridden(context, overrides, blockId) : context.chain;
    const options = { skipValidate: simulationFlags.includes('SKIP_VALIDATE'), skipFeeCharge: true };
    const trial = { transactions: request, options, id: blockId, overrides };
    const { debugTrialView } = await context.tools();
    return formatDebugMoment(await debugTrialView(chain, trial, debugRequest(asked)).catch(refuseTrial));
  },
});
