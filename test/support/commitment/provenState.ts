import { pedersen, poseidonHash, poseidonHashMany } from '@scure/starknet';
import type { Sandbox } from '../../../src/index.ts';
import { contractHash, type HashedNode, provenValue, type StorageProof } from './verifyProof.ts';

// Proofs are checked with the hashes of another library.
const withPedersen = (a: bigint, b: bigint): bigint => BigInt(pedersen(a, b));
const withPoseidon = (a: bigint, b: bigint): bigint => poseidonHash(a, b);
const ascii = (text: string): bigint => BigInt(`0x${Buffer.from(text).toString('hex')}`);

/** What a request for proofs asks about. */
export interface Asked {
  readonly classes?: readonly string[];
  readonly cells?: Readonly<Record<string, readonly string[]>>;
}

export interface Proven {
  /** The leaf of each class; zero if it is not declared. */
  readonly classes: readonly bigint[];
  readonly contracts: readonly { readonly nonce: bigint; readonly classHash: bigint }[];
  /** The values of the cells of each contract. */
  readonly cells: readonly (readonly bigint[])[];
}

/** The leaf of a class. */
export const classLeaf = (compiledClassHash: bigint): bigint =>
  withPoseidon(ascii('CONTRACT_CLASS_LEAF_V0'), compiledClassHash);

/** What the proofs of a block show, down from the state root in its header. Throws if they do not verify. */
export async function provenState(box: Sandbox, block: unknown, { classes = [], cells = {} }: Asked): Promise<Proven> {
  const addresses = Object.keys(cells);
  const proof = (await box.request('starknet_getStorageProof', {
    block_id: block as 'latest',
    class_hashes: [...classes],
    contract_addresses: addresses,
    contracts_storage_keys: addresses.map((address) => ({
      contract_address: address,
      storage_keys: [...cells[address]!],
    })),
  })) as StorageProof;
  const { contracts_tree_root, classes_tree_root, block_hash } = proof.global_roots;
  const header = await box.request<{ new_root: string }>('starknet_getBlockWithTxHashes', { block_id: { block_hash } });
  const root = poseidonHashMany([ascii('STARKNET_STATE_V0'), BigInt(contracts_tree_root), BigInt(classes_tree_root)]);
  if (root !== BigInt(header.new_root)) throw new Error('The roots of the tries are not those of the header.');
  const contractsRoot = BigInt(contracts_tree_root);
  const contracts = proof.contracts_proof.contract_leaves_data.map((leaf, i) => {
    const [nonce, classHash, storageRoot] = [leaf.nonce, leaf.class_hash, leaf.storage_root].map(BigInt);
    const shown = provenValue(contractsRoot, BigInt(addresses[i]!), proof.contracts_proof.nodes, withPedersen);
    if (shown !== contractHash(classHash!, storageRoot!, nonce!, withPedersen))
      throw new Error(`The leaf of ${addresses[i]} is not that of its data.`);
    return { nonce: nonce!, classHash: classHash!, storageRoot: storageRoot! };
  });
  const shownCells = addresses.map((address, i) =>
    cells[address]!.map((cell) =>
      provenValue(contracts[i]!.storageRoot, BigInt(cell), proof.contracts_storage_proofs[i]!, withPedersen),
    ),
  );
  const shownClasses = classes.map((hash) =>
    provenValue(BigInt(classes_tree_root), BigInt(hash), proof.classes_proof as HashedNode[], withPoseidon),
  );
  return { classes: shownClasses, contracts, cells: shownCells };
}
