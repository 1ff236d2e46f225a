import { struct } from '../../decode/decoder.ts';
import { address, felt, storageKey } from '../../decode/felt.ts';
import { editState } from '../../editState.ts';
import { EMPTY, method } from '../../method.ts';

const params = struct('SetStorageAt', { contract_address: address, key: storageKey, value: felt });

export const setStorageAt = method({
  name: 'setStorageAt',
  group: 'sandbox',
  summary: 'Sets the value of a storage cell.',
  kind: 'write',
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, { contractAddress, key, value }) => {
    await editState(context, { storage: [{ address: contractAddress, entries: [{ key, value }] }] });
    return EMPTY;
  },
});
