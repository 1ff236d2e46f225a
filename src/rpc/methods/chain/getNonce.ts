import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { contractNotFound } from '../../notFound.ts';

const params = struct('BlockAndContractAddressInput', { block_id: blockId, contract_address: address });

export const getNonce = method({
  name: 'getNonce',
  group: 'chain',
  summary: 'The nonce of a contract.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { blockId, contractAddress }) => {
    const state = chain.stateAt(blockId);
    if ((await state.classHashOf(contractAddress)) === 0n)
      throw await contractNotFound(chain, contractAddress, blockId);
    return hex(await state.nonceOf(contractAddress));
  },
});
