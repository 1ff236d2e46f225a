import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatClass } from '../../format/contractClass.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('BlockAndClassHashInput', { block_id: blockId, class_hash: felt });

/** Needs no archive: a class is kept with the block that declared it. */
export const getClass = method({
  name: 'getClass',
  group: 'chain',
  summary: 'A class by its hash, as it was declared.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { blockId, classHash }) => {
    const known = await chain.classAt(classHash, blockId);
    if (!known) throw new RpcError('classHashNotFound');
    return formatClass(known.definition);
  },
});
