import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { formatClass } from '../../format/contractClass.ts';
import { method } from '../../method.ts';
import { classHashNotFound } from '../../notFound.ts';

const params = struct('BlockAndClassHashInput', { block_id: blockId, class_hash: felt });

/** Needs no archive: a class is stored with the block that declared it. */
export const getClass = method({
  name: 'getClass',
  group: 'chain',
  summary: 'A class by its hash, as it was declared.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { blockId, classHash }) => {
    const known = await chain.classAt(classHash, blockId);
    if (!known) throw await classHashNotFound(chain, classHash, blockId);
    return formatClass(known.definition);
  },
});
