import type { RequestMemory } from '../budget/requestMemory.ts';
import type { ChainView } from '../chain/chainView.ts';
import type { Block } from '../chain/value/block.ts';
import { type ProofNode, proofNodes } from '../commitment/proof.ts';
import type { StateTries } from '../commitment/stateTries.ts';
import { rootOf, type TrieNode } from '../commitment/trie.ts';
import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../felt/key.ts';
import { PartsBuilder } from '../json/textParts.ts';
import { writeJson } from '../json/writeJson.ts';
import { WrittenJson } from '../json/writtenJson.ts';
import { hex, hexKey } from './format/hex.ts';
import { type ContractLeafData, formatProofNode, type StorageProof } from './format/storageProof.ts';
import { expectText } from './writeLongList.ts';

/** What is to be proven. */
export interface ProvenValues {
  readonly classHashes: readonly Felt[];
  readonly contractAddresses: readonly Felt[];
  readonly contractsStorageKeys: readonly { readonly contractAddress: Felt; readonly storageKeys: readonly Felt[] }[];
}

/** The length of a node's text, at most. */
const NODE_CHARS = 270;
const LEAF_CHARS = 240;

/** Collects and writes the nodes of proofs in slices. Nodes that several proofs of a trie have in common are written once. */
export async function writeStorageProof(
  { chain, memory }: { readonly chain: Pick<ChainView, 'rest'>; readonly memory: RequestMemory },
  tries: StateTries,
  block: Pick<Block, 'hash'>,
  { classHashes, contractAddresses, contractsStorageKeys }: ProvenValues,
): Promise<WrittenJson<StorageProof>> {
  const { contracts, classes } = tries;
  const nodesOf = async (root: TrieNode | undefined, keys: readonly Felt[]): Promise<readonly ProofNode[]> => {
    const nodes = new Map<FeltKey, ProofNode>();
    for (const key of keys) {
      for (const node of proofNodes(root, keyOf(key))) nodes.set(node.hash, node);
      await chain.rest();
    }
    return [...nodes.values()];
  };
  const proofs = [await nodesOf(classes, classHashes), await nodesOf(contracts, contractAddresses)];
  for (const { contractAddress, storageKeys } of contractsStorageKeys)
    proofs.push(await nodesOf(tries.contractAt(keyOf(contractAddress))?.storage, storageKeys));
  const nodes = proofs.reduce((sum, proof) => sum + proof.length, 0);
  await expectText(memory, nodes * NODE_CHARS + contractAddresses.length * LEAF_CHARS);

  const text = new PartsBuilder();
  const addList = async <T>(items: readonly T[], format: (item: T) => unknown) => {
    text.add('[');
    for (const [i, item] of items.entries()) {
      text.add(`${i === 0 ? '' : ','}${writeJson(format(item))}`);
      await chain.rest();
    }
    text.add(']');
  };
  text.add('{"classes_proof":');
  await addList(proofs[0]!, formatProofNode);
  text.add(',"contracts_proof":{"nodes":');
  await addList(proofs[1]!, formatProofNode);
  text.add(',"contract_leaves_data":');
  await addList(contractAddresses, (address) => leafData(tries, keyOf(address)));
  text.add('},"contracts_storage_proofs":[');
  for (const [i, proof] of proofs.slice(2).entries()) {
    if (i > 0) text.add(',');
    await addList(proof, formatProofNode);
  }
  const roots: StorageProof['global_roots'] = {
    contracts_tree_root: hexKey(rootOf(contracts)),
    classes_tree_root: hexKey(rootOf(classes)),
    block_hash: hex(block.hash),
  };
  text.add(`],"global_roots":${writeJson(roots)}}`);
  return new WrittenJson(text.finish(), { isInSpec: true });
}

function leafData(tries: StateTries, address: FeltKey): ContractLeafData {
  const contract = tries.contractAt(address);
  return {
    nonce: hexKey(contract?.nonce ?? ZERO_KEY),
    class_hash: hexKey(contract?.classHash ?? ZERO_KEY),
    storage_root: hexKey(rootOf(contract?.storage)),
  };
}
