import { blockId } from '../../decode/blockId.ts';
import { list, optional, struct } from '../../decode/decoder.ts';
import { address, felt, storageKey } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('GetStorageProofInput', {
  block_id: blockId,
  class_hashes: optional(list(felt, 'provenValues')),
  contract_addresses: optional(list(address, 'provenValues')),
  contracts_storage_keys: optional(
    list(
      struct('ContractStorage', { contract_address: address, storage_keys: list(storageKey, 'provenValues') }),
      'provenValues',
    ),
  ),
});

/** There are no tries to prove from: an existing block gives 42, another 24. */
export const getStorageProof = method({
  name: 'getStorageProof',
  group: 'chain',
  summary: 'Merkle proofs of state. Not supported: every call for a block that exists answers with error 42.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'passing' },
  run: ({ chain }, { blockId }) => {
    chain.resolveBlock(blockId);
    throw new RpcError('storageProofNotSupported');
  },
});
