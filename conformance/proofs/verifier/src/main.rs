// Verifies answers of getStorageProof with the crate sn-merkle-trie, whose trie and verifier are those of the node Pathfinder, and with the
// hashes of starknet-types-core. Reads one case per line (conformance/proofs/provenCase.ts) and prints the counts, or the first failure.
use serde::Deserialize;
use sn_merkle_trie::{
    conversion::from_felt_to_bits, node::TrieNode, storage::memory::InMememoryStorage, Membership, MerkleTree,
};
use starknet_types_core::{
    felt::Felt,
    hash::{Pedersen, Poseidon, StarkHash},
};
use std::{collections::HashMap, io::BufRead};

type Tree<H> = MerkleTree<H, InMememoryStorage, 251>;

/// An answer, and what the state has that it is about.
#[derive(Deserialize)]
struct Case {
    answer: Answer,
    root: Felt,
    /// Classes with their compiled class hash; zero if there is no such class.
    classes: Vec<(Felt, Felt)>,
    contracts: Vec<Contract>,
    /// The whole state, from which the roots are computed again; sometimes left out, because it takes long.
    whole: Option<Whole>,
}

#[derive(Deserialize)]
struct Contract {
    address: Felt,
    class_hash: Felt,
    nonce: Felt,
    cells: Vec<(Felt, Felt)>,
}

#[derive(Deserialize)]
struct Whole {
    classes: Vec<(Felt, Felt)>,
    contracts: Vec<Contract>,
}

#[derive(Deserialize)]
struct Answer {
    classes_proof: Vec<Node>,
    contracts_proof: ContractsProof,
    contracts_storage_proofs: Vec<Vec<Node>>,
    global_roots: Roots,
}

#[derive(Deserialize)]
struct ContractsProof {
    nodes: Vec<Node>,
    contract_leaves_data: Vec<Leaf>,
}

#[derive(Deserialize)]
struct Leaf {
    nonce: Felt,
    class_hash: Felt,
    storage_root: Felt,
}

#[derive(Deserialize)]
struct Roots {
    contracts_tree_root: Felt,
    classes_tree_root: Felt,
}

#[derive(Deserialize)]
struct Node {
    node_hash: Felt,
    node: Inner,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Inner {
    Binary { left: Felt, right: Felt },
    Edge { path: Felt, length: usize, child: Felt },
}

impl Inner {
    fn as_trie_node(&self) -> TrieNode {
        match self {
            Inner::Binary { left, right } => TrieNode::Binary { left: *left, right: *right },
            Inner::Edge { path, length, child } => {
                assert!((1..=251).contains(length), "an edge of length {length}");
                let bits = from_felt_to_bits(path);
                assert!(bits[..251 - length].not_any(), "a path longer than its edge");
                TrieNode::Edge { child: *child, path: bits[251 - length..].to_bitvec() }
            }
        }
    }
}

#[derive(Default)]
struct Counts {
    members: u64,
    absent: u64,
    empty: u64,
}

/// Checks that a proof shows a leaf at a key, or that there is none if it is zero. `used` learns which nodes were needed.
fn check<H: StarkHash>(root: Felt, key: Felt, leaf: Felt, nodes: &[Node], used: &mut [bool], counts: &mut Counts) {
    if root == Felt::ZERO {
        assert!(leaf == Felt::ZERO, "a leaf in an empty trie");
        counts.empty += 1;
        return;
    }
    // The nodes of several keys are in one list. Those on the way to this key are picked out; whether they are right, the crate finds out.
    let places: HashMap<Felt, usize> = nodes.iter().enumerate().map(|(i, node)| (node.node_hash, i)).collect();
    let bits = from_felt_to_bits(&key);
    let mut path = Vec::new();
    let (mut at, mut depth) = (root, 0);
    while depth < 251 {
        let place = *places.get(&at).unwrap_or_else(|| panic!("no node {at:#x} on the way to {key:#x}"));
        used[place] = true;
        let node = nodes[place].node.as_trie_node();
        let go_on = match &node {
            TrieNode::Binary { left, right } => {
                at = if bits[depth] { *right } else { *left };
                depth += 1;
                true
            }
            TrieNode::Edge { child, path } => {
                at = *child;
                depth += path.len();
                path[..] == bits[depth - path.len()..depth]
            }
        };
        path.push(node);
        if !go_on {
            break;
        }
    }
    let shown = Tree::<H>::default().verify_proof(root, &bits, leaf, &path);
    if leaf == Felt::ZERO {
        assert_eq!(shown, Some(Membership::NonMember), "absence of {key:#x}");
        counts.absent += 1;
    } else {
        assert_eq!(shown, Some(Membership::Member), "{leaf:#x} at {key:#x}");
        counts.members += 1;
    }
}

fn ascii(text: &str) -> Felt {
    Felt::from_bytes_be_slice(text.as_bytes())
}

fn class_leaf(compiled: Felt) -> Felt {
    if compiled == Felt::ZERO {
        return Felt::ZERO;
    }
    Poseidon::hash(&ascii("CONTRACT_CLASS_LEAF_V0"), &compiled)
}

fn contract_leaf(class_hash: Felt, storage_root: Felt, nonce: Felt) -> Felt {
    if class_hash == Felt::ZERO && storage_root == Felt::ZERO && nonce == Felt::ZERO {
        return Felt::ZERO;
    }
    let with_storage = Pedersen::hash(&class_hash, &storage_root);
    Pedersen::hash(&Pedersen::hash(&with_storage, &nonce), &Felt::ZERO)
}

/// The root of a trie that the crate makes of all leaves.
fn root_of<H: StarkHash>(leaves: impl Iterator<Item = (Felt, Felt)>) -> Felt {
    let mut tree = Tree::<H>::default();
    for (key, leaf) in leaves.filter(|(_, leaf)| *leaf != Felt::ZERO) {
        tree.set(from_felt_to_bits(&key), leaf).unwrap();
    }
    // It cannot commit an empty trie.
    if tree.root.is_none() { Felt::ZERO } else { tree.commit().unwrap().0 }
}

fn check_whole(Whole { classes, contracts }: &Whole, roots: &Roots) {
    let contracts = contracts.iter().map(|contract| {
        let storage = root_of::<Pedersen>(contract.cells.iter().copied());
        (contract.address, contract_leaf(contract.class_hash, storage, contract.nonce))
    });
    assert_eq!(root_of::<Pedersen>(contracts), roots.contracts_tree_root, "the root of all contracts");
    let classes = classes.iter().map(|(hash, compiled)| (*hash, class_leaf(*compiled)));
    assert_eq!(root_of::<Poseidon>(classes), roots.classes_tree_root, "the root of all classes");
}

fn check_case(case: &Case, counts: &mut [Counts; 3]) {
    let Answer { classes_proof, contracts_proof, contracts_storage_proofs, global_roots } = &case.answer;
    let Roots { contracts_tree_root, classes_tree_root } = global_roots;
    let root = if *classes_tree_root == Felt::ZERO {
        *contracts_tree_root
    } else {
        Poseidon::hash_array(&[ascii("STARKNET_STATE_V0"), *contracts_tree_root, *classes_tree_root])
    };
    assert_eq!(root, case.root, "the state root");
    let mut used = vec![false; classes_proof.len()];
    for (hash, compiled) in &case.classes {
        check::<Poseidon>(*classes_tree_root, *hash, class_leaf(*compiled), classes_proof, &mut used, &mut counts[0]);
    }
    assert!(used.iter().all(|used| *used), "a node of classes that proves nothing");
    let mut used = vec![false; contracts_proof.nodes.len()];
    assert_eq!(contracts_proof.contract_leaves_data.len(), case.contracts.len());
    assert_eq!(contracts_storage_proofs.len(), case.contracts.len());
    for (i, contract) in case.contracts.iter().enumerate() {
        let leaf = &contracts_proof.contract_leaves_data[i];
        assert_eq!((leaf.class_hash, leaf.nonce), (contract.class_hash, contract.nonce), "the data of a contract");
        let hash = contract_leaf(leaf.class_hash, leaf.storage_root, leaf.nonce);
        check::<Pedersen>(*contracts_tree_root, contract.address, hash, &contracts_proof.nodes, &mut used, &mut counts[1]);
        let cells = &contracts_storage_proofs[i];
        let mut used = vec![false; cells.len()];
        for (key, value) in &contract.cells {
            check::<Pedersen>(leaf.storage_root, *key, *value, cells, &mut used, &mut counts[2]);
        }
        assert!(used.iter().all(|used| *used), "a node of storage that proves nothing");
    }
    assert!(used.iter().all(|used| *used), "a node of contracts that proves nothing");
}

fn main() {
    let mut counts: [Counts; 3] = Default::default();
    let (mut states, mut whole) = (0, 0);
    for line in std::io::stdin().lock().lines() {
        let case: Case = serde_json::from_str(&line.unwrap()).unwrap_or_else(|error| panic!("state {states}: {error}"));
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check_case(&case, &mut counts);
            if let Some(all) = &case.whole {
                check_whole(all, &case.answer.global_roots);
            }
        }));
        if failed.is_err() {
            eprintln!("State {states} does not verify.");
            std::process::exit(1);
        }
        states += 1;
        whole += u64::from(case.whole.is_some());
    }
    println!("states verified: {states}, of which computed again as a whole: {whole}");
    for (name, Counts { members, absent, empty }) in ["classes", "contracts", "cells"].iter().zip(&counts) {
        println!("{name}: {members} present, {absent} absent, {empty} absent in an empty trie");
    }
}
