import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { pedersen, pedersenArray, starknetKeccak } from '../../felt/hash.ts';

/** Addresses and storage keys lie below this. */
export const ADDRESS_BOUND = 2n ** 251n - 256n;

const CONTRACT_ADDRESS = feltOfAscii('STARKNET_CONTRACT_ADDRESS');
const FIVE = toFelt(5);

// How the hash of an address begins. A start deploys all its accounts alike but for their keys, so what comes before them is hashed once.
let begun: { readonly parts: readonly Felt[]; readonly hash: Felt } | undefined;

function beginning(...parts: readonly Felt[]): Felt {
  if (!begun || parts.some((part, i) => part !== begun!.parts[i]))
    begun = { parts, hash: parts.reduce(pedersen, 0n as Felt) };
  return begun.hash;
}

/** The address a deployment gets. Whoever has the hash of the calldata already may give it. */
export function contractAddress(
  deployer: Felt,
  salt: Felt,
  classHash: Felt,
  constructorCalldata: readonly Felt[],
  calldataHash = pedersenArray(constructorCalldata),
): Felt {
  const before = beginning(CONTRACT_ADDRESS, deployer, salt, classHash);
  // The array of these five, as pedersenArray hashes it.
  const hash = pedersen(pedersen(before, calldataHash), FIVE);
  return toFelt(hash % ADDRESS_BOUND);
}

/** The selector of an entry point by its name. */
export function selectorOf(name: string): Felt {
  return name === '__default__' || name === '__l1_default__' ? (0n as Felt) : starknetKeccak(name);
}

// The names are those this program knows: a start hashes each once, not for every account.
const variables = new Map<string, Felt>();

/** The storage cell of a variable, or of a map's entry by its keys. */
export function storageAddress(variable: string, ...keys: readonly Felt[]): Felt {
  let hash = variables.get(variable);
  if (hash === undefined) variables.set(variable, (hash = starknetKeccak(variable)));
  for (const key of keys) hash = pedersen(hash, key);
  return toFelt(hash % ADDRESS_BOUND);
}
