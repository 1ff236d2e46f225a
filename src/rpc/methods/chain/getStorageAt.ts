import { RpcError } from '../../../protocol/errors.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { address, storageKey } from '../../decode/felt.ts';
import { includeLastUpdateBlock } from '../../decode/flags.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('GetStorageInput', {
  contract_address: address,
  key: storageKey,
  block_id: blockId,
  response_flags: includeLastUpdateBlock,
});

/** Block hashes and aliases are kept at these addresses, which have no class. */
const LAST_SYSTEM_ADDRESS = 2n;

export const getStorageAt = method(
  'getStorageAt',
  params,
  async ({ chain }, { contractAddress, key, blockId, responseFlags: withUpdate }) => {
    const state = chain.stateAt(blockId);
    const isSystem = contractAddress > 0n && contractAddress <= LAST_SYSTEM_ADDRESS;
    if (!isSystem && (await state.classHashOf(contractAddress)) === 0n) throw new RpcError('contractNotFound');
    const value = hex(await state.storageOf(contractAddress, key));
    return withUpdate ? { value, last_update_block: await state.lastUpdateOf(contractAddress, key) } : value;
  },
);
