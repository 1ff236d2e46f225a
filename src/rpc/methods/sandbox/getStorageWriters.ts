import { formatFelt } from '../../../felt/felt.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { storageKeyOrPath } from '../../decode/storagePath.ts';
import { countUpTo, index } from '../../decode/wholeNumber.ts';
import { method } from '../../method.ts';

const USUAL_WRITES = 100;

const params = struct('GetStorageWriters', {
  contract_address: address,
  key: storageKeyOrPath,
  to_block: optional(index),
  limit: optional(countUpTo('listedWrites')),
  functions: optional(boolean),
});

/** Who wrote a cell, and when: block, transaction, sender, function, values before and after, newest first. */
export const getStorageWriters = method({
  name: 'getStorageWriters',
  group: 'sandbox',
  summary: 'Who wrote a storage cell, and when: block, transaction, sender, function, and the values before and after.',
  kind: 'read',
  params,
  run: async ({ chain }, { contractAddress, key, toBlock, limit = USUAL_WRITES, functions = false }) => {
    const { byPath, storageOf } = await import('../../storagePlace.ts');
    const { formatHistory } = await import('../../format/storageTree.ts');
    const storage = await storageOf(chain, contractAddress, 'open');
    const place = key.kind === 'path' ? key.path : formatFelt(key.key);
    const options = { toBlock: toBlock ?? Number.POSITIVE_INFINITY, limit, withFunctions: functions };
    return formatHistory(await byPath(() => storage.historyOf(place, options)));
  },
});
