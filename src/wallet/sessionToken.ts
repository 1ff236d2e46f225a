// The session tokens of Ready (which was Argent) and of Cartridge: what the owner signs once, and what the session signs each time. Cartridge's form
// began as Ready's, so the two differ in few places.
import { type Felt, feltOfAscii, toFelt } from '../felt/felt.ts';
import { poseidon, poseidonMany, starknetKeccak } from '../felt/hash.ts';
import { starkPublicKey, starkSign } from '../felt/stark.ts';

/** The wallets whose sessions can be opened. */
export type SessionWallet = 'ready' | 'cartridge';

/** A function of a contract. */
export interface AllowedCall {
  readonly to: Felt;
  readonly selector: Felt;
}

/** What the owner allows. Its members are in the order of the contract. */
export interface SessionTerms {
  readonly expiresAt: Felt;
  readonly root: Felt;
  readonly sessionKey: Felt;
  /** The key that signs beside that of the session. */
  readonly guardianKey: Felt;
}

const MAGIC = feltOfAscii('session-token');
/** In place of a root, Cartridge allows everything with it. */
export const WILDCARD = feltOfAscii('wildcard-policy');
const MESSAGE = feltOfAscii('StarkNet Message');
const DOMAIN = [
  starknetKeccak(
    '"StarknetDomain"("name":"shortstring","version":"shortstring","chainId":"shortstring","revision":"shortstring")',
  ),
  feltOfAscii('SessionAccount.session'),
  feltOfAscii('1'),
] as const;
const SESSION = starknetKeccak(
  '"Session"("Expires At":"timestamp","Allowed Methods":"merkletree","Metadata":"string","Session Key":"felt")',
);
const ALLOWED = starknetKeccak('"Allowed Method"("Contract Address":"ContractAddress","selector":"selector")');
const ZERO = toFelt(0);

/** The identity of a key of the Stark curve. */
export const guidOfPublicKey = (publicKey: Felt): Felt => poseidon(feltOfAscii('Starknet Signer'), publicKey);
const guidOf = (privateKey: Felt): Felt => guidOfPublicKey(starkPublicKey(privateKey));

/** A signature with the key that made it: kind 0 is the Stark curve. */
export function keySignature(privateKey: Felt, hash: Felt): readonly Felt[] {
  const { r, s } = starkSign(privateKey, hash);
  return [ZERO, starkPublicKey(privateKey), r, s];
}

/** The session as contracts store it. Ready's account knows its guardian itself; nothing is said of the session (`metadata_hash`). */
export function sessionFelts(wallet: SessionWallet, terms: SessionTerms): readonly Felt[] {
  const session = [terms.expiresAt, terms.root, ZERO, guidOf(terms.sessionKey)];
  return wallet === 'cartridge' ? [...session, guidOf(terms.guardianKey)] : session;
}

/** What the owner signs. */
export function sessionHash(session: readonly Felt[], account: Felt, chainId: Felt): Felt {
  const domain = poseidonMany([...DOMAIN, chainId, toFelt(1)]);
  return poseidonMany([MESSAGE, domain, account, poseidonMany([SESSION, ...session])]);
}

/** A leaf of the tree of allowed calls. */
const leafOf = ({ to, selector }: AllowedCall): Felt => poseidonMany([ALLOWED, to, selector]);

/** Neighbours are hashed in the order of their values. */
const parentOf = (a: Felt, b: Felt): Felt => (a < b ? poseidon(a, b) : poseidon(b, a));

/** The levels of the tree, from the leaves to the root. A level with an odd number of nodes gets a zero. */
export function allowedTree(calls: readonly AllowedCall[]): readonly (readonly Felt[])[] {
  const levels = [calls.map(leafOf)];
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    if (level.length % 2 === 1) level.push(ZERO);
    levels.push(level.flatMap((node, i) => (i % 2 === 0 ? [parentOf(node, level[i + 1]!)] : [])));
  }
  return levels;
}

/** The neighbours of a call on the way to the root; undefined if it is not allowed. */
export function proofOf(levels: readonly (readonly Felt[])[], call: AllowedCall): readonly Felt[] | undefined {
  const index = levels[0]!.indexOf(leafOf(call));
  if (index < 0) return undefined;
  return levels.slice(0, -1).map((level, depth) => level[(index >> depth) ^ 1]!);
}

/** The signature of a transaction: the session, the signature of the owner, those of the two keys, and a proof for each call. */
export function sessionToken(
  wallet: SessionWallet,
  terms: SessionTerms,
  session: { readonly hash: Felt; readonly authorization: readonly Felt[] },
  transactionHash: Felt,
  proofs: readonly (readonly Felt[])[],
): readonly Felt[] {
  // Cartridge: whether the contract may remember the owner's signature. Ready: whose signature it remembers; 0 is nobody's.
  const cache = toFelt(wallet === 'cartridge' ? 1 : 0);
  const signed =
    wallet === 'cartridge'
      ? poseidon(transactionHash, session.hash)
      : poseidonMany([transactionHash, session.hash, cache]);
  return [
    MAGIC,
    ...sessionFelts(wallet, terms),
    cache,
    toFelt(session.authorization.length),
    ...session.authorization,
    ...keySignature(terms.sessionKey, signed),
    ...keySignature(terms.guardianKey, signed),
    toFelt(proofs.length),
    ...proofs.flatMap((proof) => [toFelt(proof.length), ...proof]),
  ];
}
