import { method } from '../../method.ts';
import { checkCallee } from '../../notFound.ts';
import { profileCallParams } from '../chain/call.ts';

/** Where the gas of a call goes. */
export const profileCall = method({
  name: 'profileCall',
  group: 'sandbox',
  summary: 'Where the L2 gas of a call without a transaction goes: by Cairo function, line and libfunc.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  params: profileCallParams,
  run: async ({ chain, tools }, { request, blockId, format }) => {
    await checkCallee(chain, request, blockId);
    const { formatProfile } = await import('../../format/profile.ts');
    return formatProfile(await (await tools()).profileCall(chain, request, blockId), format);
  },
});
