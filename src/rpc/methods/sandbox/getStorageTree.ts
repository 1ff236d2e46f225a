import { blockId } from '../../decode/blockId.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { countUpTo, index } from '../../decode/wholeNumber.ts';
import { method } from '../../method.ts';

const USUAL_CELLS = 2000;

const params = struct('GetStorageTree', {
  contract_address: address,
  block_id: optional(blockId),
  path: optional(text('storagePathChars')),
  first_cell: optional(index),
  limit: optional(countUpTo('treeCells')),
});

/** What a contract stores, with the names of variables, the keys of maps, and decoded values. */
export const getStorageTree = method({
  name: 'getStorageTree',
  group: 'sandbox',
  summary: 'What a contract stores, with the names of variables, the keys of maps, and decoded values.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  params,
  run: async ({ chain }, { contractAddress, blockId = 'open', path, firstCell = 0, limit = USUAL_CELLS }) => {
    const { byPath, storageOf } = await import('../../storagePlace.ts');
    const { formatTree } = await import('../../format/storageTree.ts');
    const storage = await storageOf(chain, contractAddress, blockId);
    if (path === undefined) return formatTree(await storage.tree({ firstCell, cells: limit }));
    return formatTree(await byPath(() => storage.treeBelow(path, { firstCell, cells: limit })));
  },
});
