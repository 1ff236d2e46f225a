import type { Origin } from '../../../chain/origin.ts';
import type { Felt } from '../../../felt/felt.ts';
import { isObject } from '../../../json/json.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { address, storageKey } from '../../decode/felt.ts';
import { includeLastUpdateBlock } from '../../decode/flags.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { contractNotFound } from '../../notFound.ts';
import { askOrigin } from '../../origin/forward.ts';

const params = struct('GetStorageInput', {
  contract_address: address,
  key: storageKey,
  block_id: blockId,
  response_flags: includeLastUpdateBlock,
});

/** Block hashes and aliases are stored at these addresses, which have no class. */
const LAST_SYSTEM_ADDRESS = 2n;

export const getStorageAt = method({
  name: 'getStorageAt',
  group: 'chain',
  summary: 'The value of a storage cell of a contract.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain }, { contractAddress, key, blockId, responseFlags: withUpdate }) => {
    const state = chain.stateAt(blockId);
    const isSystem = contractAddress > 0n && contractAddress <= LAST_SYSTEM_ADDRESS;
    if (!isSystem && (await state.classHashOf(contractAddress)) === 0n)
      throw await contractNotFound(chain, contractAddress, blockId);
    const value = hex(await state.storageOf(contractAddress, key));
    if (!withUpdate) return value;
    const update = await state.lastUpdateOf(contractAddress, key);
    const isOurs = !chain.origin || update >= chain.firstNumber;
    return { value, last_update_block: isOurs ? update : await updateThere(chain.origin!, contractAddress, key) };
  },
});

/** The last update of a cell before the fork, from the origin. */
async function updateThere(origin: Origin, contractAddress: Felt, key: Felt): Promise<number> {
  const answer = await askOrigin(
    origin,
    'getStorageAt',
    {
      contract_address: hex(contractAddress),
      key: hex(key),
      block_id: { block_number: origin.block.number },
      response_flags: ['INCLUDE_LAST_UPDATE_BLOCK'],
    },
    'lasting',
  );
  const number = isObject(answer) ? answer['last_update_block'] : undefined;
  return typeof number === 'number' ? number : 0;
}
