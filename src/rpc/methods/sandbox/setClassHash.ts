import { struct } from '../../decode/decoder.ts';
import { address, felt } from '../../decode/felt.ts';
import { editState } from '../../editState.ts';
import { EMPTY, method } from '../../method.ts';

const params = struct('SetClassHash', { contract_address: address, class_hash: felt });

/** Puts a declared class at an address: replaces the one that is there, or deploys without a constructor. */
export const setClassHash = method({
  name: 'setClassHash',
  group: 'sandbox',
  summary: 'Puts a declared class at an address.',
  kind: 'write',
  takesBack: true,
  origin: 'none',
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, { contractAddress, classHash }) => {
    await editState(context, async (draft) => {
      const entry = { address: contractAddress, classHash };
      const isDeployed = (await draft.view.stateAt('open').classHashOf(contractAddress)) !== 0n;
      return isDeployed ? { replaced: [entry] } : { deployed: [entry] };
    });
    return EMPTY;
  },
});
