import { struct } from '../../decode/decoder.ts';
import { address, felt } from '../../decode/felt.ts';
import { storageKeyOrPath, storedValue } from '../../decode/storagePath.ts';
import { editState } from '../../editState.ts';
import { EMPTY, method } from '../../method.ts';

const params = struct('SetStorageAt', { contract_address: address, key: storageKeyOrPath, value: storedValue });

export const setStorageAt = method({
  name: 'setStorageAt',
  group: 'sandbox',
  summary: 'Sets the value of a storage cell, or of a storage variable by its name.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, { contractAddress, key, value }) => {
    if (key.kind === 'key') {
      const entries = [{ key: key.key, value: felt(value) }];
      await editState(context, { storage: [{ address: contractAddress, entries }] });
      return EMPTY;
    }
    const { path } = key;
    const { byPath, cellsOfValue, storageOf } = await import('../../storagePlace.ts');
    await editState(context, async (draft) => {
      const storage = await storageOf(draft.view, contractAddress, 'open');
      const entries = cellsOfValue(path, await byPath(() => storage.placeOf(path)), value);
      return { storage: [{ address: contractAddress, entries }] };
    });
    return EMPTY;
  },
});
