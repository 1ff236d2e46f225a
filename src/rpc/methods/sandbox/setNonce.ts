import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { countingFelt } from '../../decode/wholeNumber.ts';
import { editState } from '../../editState.ts';
import { EMPTY, method } from '../../method.ts';

const params = struct('SetNonce', { contract_address: address, nonce: countingFelt });

export const setNonce = method({
  name: 'setNonce',
  group: 'sandbox',
  summary: 'Sets the nonce of a contract.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, { contractAddress, nonce }) => {
    await editState(context, { nonces: [{ address: contractAddress, nonce }] });
    return EMPTY;
  },
});
