import { finishInSlices } from '../../../async/steps.ts';
import type { ChainView } from '../../../chain/chainView.ts';
import type { Block } from '../../../chain/value/block.ts';
import type { BlockId } from '../../../chain/value/blockId.ts';
import { StateCommitment } from '../../../commitment/stateCommitment.ts';
import { limits } from '../../../protocol/limits.ts';
import { hint, message } from '../../../protocol/message.ts';
import { blockId } from '../../decode/blockId.ts';
import { list, optional, struct } from '../../decode/decoder.ts';
import { address, felt, storageKey } from '../../decode/felt.ts';
import { method } from '../../method.ts';
import { invalidParams, RpcError } from '../../rpcError.ts';
import { type ProvenValues, writeStorageProof } from '../../writeStorageProof.ts';

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

export const getStorageProof = method({
  name: 'getStorageProof',
  group: 'chain',
  summary:
    'Merkle proofs of classes, contracts and storage cells. Without state commitments, every call for a block that exists answers with error 42.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'passing' },
  run: async (context, { blockId, classHashes = [], contractAddresses = [], contractsStorageKeys = [] }) => {
    const { chain } = context;
    const block = provableBlock(chain, blockId);
    const values = { classHashes, contractAddresses, contractsStorageKeys };
    checkValues(values);
    const tries = await finishInSlices(commitmentOf(chain, block).tries());
    return writeStorageProof(context, tries, block, values);
  },
});

/** The block, if its state has tries. Throws blockNotFound and storageProofNotSupported. */
function provableBlock(chain: ChainView, id: BlockId): Block {
  const block = chain.resolveBlock(id);
  const { stateCommitments, liteMode } = chain.surroundings.config;
  if (!stateCommitments)
    throw new RpcError('storageProofNotSupported', {
      help: message`No state tries are computed. Start with ${hint('stateCommitments')} to get proofs.`,
    });
  if (chain.origin)
    throw unprovable(
      `Block ${block.number} was made on a fork, which has only a part of the state, and no state root. Blocks up to ${chain.firstNumber - 1} are proven by the origin.`,
    );
  if (liteMode) throw unprovable('In lite mode there are no commitments, and so no proofs.');
  if (block.kind === 'open')
    throw unprovable(
      `Block ${block.number} is still open, and gets its state root when it is closed. Ask for the latest block.`,
    );
  if (!block.commitment && block.newRoot === 0n)
    throw unprovable(
      `Block ${block.number} was made without state commitments. Only blocks made with them have a state root.`,
    );
  return block;
}

const unprovable = (message: string) => new RpcError('storageProofNotSupported', { message });

/** The commitment to the state after a block. That of a block from a file is made from its whole state. */
const commitmentOf = ({ surroundings, value }: ChainView, block: Block): StateCommitment =>
  block.commitment ?? StateCommitment.of(surroundings.pastStates.after(value.history, block.number));

/** Tries have keys of 251 bits. */
const KEYS_END = 2n ** 251n;

function checkValues({ classHashes, contractAddresses, contractsStorageKeys }: ProvenValues): void {
  const cells = contractsStorageKeys.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  if (cells > limits.provenValues)
    throw invalidParams(
      `contracts_storage_keys has ${cells} storage keys; at most ${limits.provenValues} can be proven at once`,
    );
  const keys = [
    classHashes,
    contractAddresses,
    ...contractsStorageKeys.map(({ contractAddress, storageKeys }) => [contractAddress, ...storageKeys]),
  ];
  for (const some of keys)
    for (const key of some)
      if (key >= KEYS_END) throw invalidParams(`0x${key.toString(16)} is in no trie: keys are below 2^251`);
}
