import type { ProofNode } from '../../commitment/proof.ts';
import { type Hex, hexKey } from './hex.ts';

/** A node of a proof with its hash. */
export interface HashedNode {
  readonly node_hash: Hex;
  readonly node:
    | { readonly left: Hex; readonly right: Hex }
    | { readonly path: Hex; readonly length: number; readonly child: Hex };
}

/** Merkle proofs of classes, contracts and storage cells. */
export interface StorageProof {
  readonly classes_proof: readonly HashedNode[];
  readonly contracts_proof: {
    readonly nodes: readonly HashedNode[];
    /** In the order of the request. A contract that does not exist has zeros. */
    readonly contract_leaves_data: readonly ContractLeafData[];
  };
  /** In the order of the request. */
  readonly contracts_storage_proofs: readonly (readonly HashedNode[])[];
  readonly global_roots: {
    readonly contracts_tree_root: Hex;
    readonly classes_tree_root: Hex;
    readonly block_hash: Hex;
  };
}

export interface ContractLeafData {
  readonly nonce: Hex;
  readonly class_hash: Hex;
  readonly storage_root: Hex;
}

export function formatProofNode(proof: ProofNode): HashedNode {
  const node =
    proof.kind === 'binary'
      ? { left: hexKey(proof.left), right: hexKey(proof.right) }
      : { path: hexKey(proof.path), length: proof.length, child: hexKey(proof.child) };
  return { node_hash: hexKey(proof.hash), node };
}
