import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { formatClass } from '../../format/contractClass.ts';
import { method } from '../../method.ts';
import { classHashNotFound, contractNotFound } from '../../notFound.ts';

const params = struct('BlockAndContractAddressInput', { block_id: blockId, contract_address: address });

export const getClassAt = method({
  name: 'getClassAt',
  group: 'chain',
  summary: 'The class of a contract, as it was declared.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { blockId, contractAddress }) => {
    const state = chain.stateAt(blockId);
    const classHash = await state.classHashOf(contractAddress);
    if (classHash === 0n) throw await contractNotFound(chain, contractAddress, blockId);
    const known = await state.classOf(classHash);
    if (!known) throw await classHashNotFound(chain, classHash, blockId);
    return formatClass(known.definition);
  },
});
