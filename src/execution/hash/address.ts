import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { pedersen, pedersenArray, starknetKeccak } from '../../felt/hash.ts';

/** Addresses and storage keys are below this number. */
export const ADDRESS_BOUND = 2n ** 251n - 256n;

const CONTRACT_ADDRESS = feltOfAscii('STARKNET_CONTRACT_ADDRESS');
const FIVE = toFelt(5);

// Caches the hash of the first parts of an address. The accounts deployed at start differ only in their public keys, which come last.
let prefixCache: { readonly parts: readonly Felt[]; readonly hash: Felt } | undefined;

function prefixHash(...parts: readonly Felt[]): Felt {
  if (!prefixCache || parts.some((part, i) => part !== prefixCache!.parts[i]))
    prefixCache = { parts, hash: parts.reduce(pedersen, 0n as Felt) };
  return prefixCache.hash;
}

/** The address of a deployed contract. A caller that already has the hash of the calldata can pass it. */
export function contractAddress(
  deployer: Felt,
  salt: Felt,
  classHash: Felt,
  constructorCalldata: readonly Felt[],
  calldataHash = pedersenArray(constructorCalldata),
): Felt {
  const before = prefixHash(CONTRACT_ADDRESS, deployer, salt, classHash);
  // This equals pedersenArray of the five parts.
  const hash = pedersen(pedersen(before, calldataHash), FIVE);
  return toFelt(hash % ADDRESS_BOUND);
}

/** The selector of an entry point. */
export function selectorOf(name: string): Felt {
  return name === '__default__' || name === '__l1_default__' ? (0n as Felt) : starknetKeccak(name);
}

// The cache is bounded, since only names from this program are hashed.
const variableHashes = new Map<string, Felt>();

/** The storage cell of a variable, or of the entry of a map with these keys. */
export function storageAddress(variable: string, ...keys: readonly Felt[]): Felt {
  let hash = variableHashes.get(variable);
  if (hash === undefined) variableHashes.set(variable, (hash = starknetKeccak(variable)));
  for (const key of keys) hash = pedersen(hash, key);
  return toFelt(hash % ADDRESS_BOUND);
}
