import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { contractNotFound } from '../../notFound.ts';

const params = struct('BlockAndContractAddressInput', { block_id: blockId, contract_address: address });

export const getClassHashAt = method({
  name: 'getClassHashAt',
  group: 'chain',
  summary: "The hash of a contract's class.",
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { blockId, contractAddress }) => {
    const classHash = await chain.stateAt(blockId).classHashOf(contractAddress);
    if (classHash === 0n) throw await contractNotFound(chain, contractAddress, blockId);
    return hex(classHash);
  },
});
