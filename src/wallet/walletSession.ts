// Sessions of the accounts of Ready and Cartridge, whose classes users have.
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import { starknetKeccak } from '../felt/hash.ts';
import { starkPublicKey } from '../felt/stark.ts';
import { checkOptions } from '../library/options/checkOptions.ts';
import { selectorText } from '../library/sending/calls.ts';
import { type FromLike, readFrom, signatureOf } from '../library/sending/sendingAccount.ts';
import { endOf, passTime, type SessionBox } from '../library/sending/session.ts';
import { type KeySigner, type SignHash, starkSigner } from '../library/sending/signers.ts';
import { isTestAccount } from '../library/sending/testAccounts.ts';
import {
  type AddressLike,
  type AmountLike,
  addressText,
  type FeltLike,
  type Hex,
  readFelt,
  toHex,
  wrongValue,
} from '../library/values.ts';
import { dangerOf } from './safety.ts';
import {
  type AllowedCall,
  allowedTree,
  guidOfPublicKey,
  keySignature,
  proofOf,
  type SessionTerms,
  type SessionWallet,
  sessionFelts,
  sessionHash,
  sessionToken,
  WILDCARD,
} from './sessionToken.ts';
import { nodeOfBox, type WalletBox } from './walletNode.ts';

/** What a session of a wallet may do. */
export interface WalletSessionOptions {
  /** Whose form the account has. */
  readonly wallet: SessionWallet;
  /** The functions that it may call. Default: all, which only Cartridge has. */
  readonly calls?: readonly { readonly to: AddressLike; readonly entryPoint: string | bigint }[] | undefined;
  /** How long it lasts from now, in seconds by the clock of the chain. Default: 3600. */
  readonly seconds?: AmountLike | undefined;
  /** The key of the session. Default: one that is made from the account, the number of its transactions and that of the sessions before. */
  readonly privateKey?: AmountLike | undefined;
  /**
   * The key that signs beside that of the session, as the backend of the wallet does. Ready: a guardian of the account. Cartridge: any key;
   * default: the one in its SDK.
   */
  readonly guardian?: AmountLike | undefined;
  /** Cartridge: the owner registers the session with a transaction, in place of a signature that every transaction carries. Default: false. */
  readonly register?: boolean | undefined;
}

/** A session of a wallet's account. It can be given as `from`. */
export interface WalletSession {
  readonly address: Hex;
  readonly privateKey: Hex;
  readonly publicKey: Hex;
  readonly expiresAt: number;
  /** What its owner signed, and by what it is revoked. */
  readonly hash: Hex;
  /** Signs the hash of a transaction with this calldata of `__execute__`, or that of an outside execution with the same calls. */
  readonly signer: SignHash;
  /** Whether the account knows that it was revoked. */
  isRevoked(): Promise<boolean>;
  /** Takes it back. Its owner sends the transaction. */
  revoke(): Promise<void>;
  /** Moves the clock of the chain behind its end. */
  expire(): Promise<void>;
}

const OPTIONS = [
  'wallet',
  'calls',
  'seconds',
  'privateKey',
  'guardian',
  'register',
] as const satisfies readonly (keyof WalletSessionOptions)[];

/** The key with which the SDK of Cartridge signs for guardians. */
const CARTRIDGE_GUARDIAN = feltOfAscii('CARTRIDGE_GUARDIAN');
/** In place of the owner's signature: the account looks the session up. */
const REGISTERED = feltOfAscii('authorization-by-registered');

/**
 * Signs for an account of Cartridge whose owner is a key of the Stark curve: `[1, 0, public key, r, s]`. The public key is what the constructor of
 * its class takes.
 *
 * @example
 * const account = await box.createAccount({ class: 'controller.contract_class.json', signer: cartridgeSigner('0x5') });
 */
export const cartridgeSigner = (privateKey: AmountLike): KeySigner =>
  // An owner that is a signer, of the Stark curve; no guardian.
  signerOf([privateKey], ([owner]) => [0n, 0n, owner!, 1n]);

/**
 * Signs for an account of Ready with a guardian, which sessions need: `[2, 0, public key, r, s, 0, guardian's key, r, s]`. The public key is what
 * the constructor of its class takes.
 *
 * @example
 * const account = await box.createAccount({ class: 'ready.contract_class.json', signer: readySigner('0x5', '0x6') });
 */
export const readySigner = (privateKey: AmountLike, guardian: AmountLike): KeySigner =>
  signerOf([privateKey, guardian], ([owner, second]) => [0n, owner!, 0n, 0n, second!]);

function signerOf(
  given: readonly AmountLike[],
  constructorArgs: (publicKeys: readonly Felt[]) => readonly bigint[],
): KeySigner {
  const keys = given.map(keyOf);
  const sign = (hash: bigint) =>
    [BigInt(keys.length), ...keys.flatMap((key) => keySignature(key, hash as Felt))].map(toHex);
  return Object.assign(sign, {
    privateKey: toHex(keys[0]!),
    publicKey: constructorArgs(keys.map(starkPublicKey)).map(toHex),
  });
}

/**
 * Opens a session of an account of Ready or Cartridge. The owner signs it; the account learns of it with the first transaction, or with `register`.
 * See docs/sessions.md.
 *
 * @throws TypeError when a Ready session has no `calls` or no `guardian`.
 * @throws Error for the chain id of a live network, as `wallet(box)` does: with `SN_SEPOLIA` only for accounts that were made for tests.
 * @example
 * const calls = [{ to: box.strk, entryPoint: 'transfer' }];
 * const session = await openWalletSession(box, account, { wallet: 'cartridge', calls });
 * await box.strk.write.transfer(bob, 5n, { from: session });
 */
export async function openWalletSession(
  box: SessionBox & WalletBox,
  owner: FromLike & { readonly address: FeltLike },
  options: WalletSessionOptions,
): Promise<WalletSession> {
  checkOptions(options, OPTIONS, "{ wallet: 'cartridge' }");
  const { wallet, register = false } = options;
  if (wallet !== 'ready' && wallet !== 'cartridge') throw wrongValue('wallet', "'ready' or 'cartridge'", wallet);
  if (register && wallet === 'ready') throw new TypeError('register: accounts of Ready do not register sessions.');
  const { address: account, sign } = readFrom(owner);
  if (!sign) throw wrongValue('owner', 'an account with a key or a signer, which signs the session', owner);
  const address = toHex(account);
  // Whoever sees the signature of the owner can use it until the end of the session, and the usual key of a session is no secret.
  const isForTests =
    isTestAccount(owner, box, address) || box.accounts.some((each) => BigInt(each.address) === account);
  const danger = await dangerOf(nodeOfBox(box), box.chainId, { address, isForTests });
  if (danger !== undefined) throw new Error(danger);

  const allowed = allowedIn(options);
  const tree = allowed && allowedTree(allowed);
  const terms: SessionTerms = {
    expiresAt: await endOf(box, options.seconds),
    root: tree ? tree.at(-1)![0]! : WILDCARD,
    sessionKey: keyOf(options.privateKey ?? (await usualKey(box, address))),
    guardianKey: guardianIn(options),
  };
  const session = sessionFelts(wallet, terms);
  const hash = sessionHash(session, account, readFelt(box.chainId, 'chainId'));
  const authorization = await signatureOf(sign, hash);
  const send = async (entryPoint: string, calldata: readonly Felt[]) => {
    await box.execute({ to: address, entryPoint, calldata }, { from: owner });
  };
  // The signature of the owner begins with the number of keys; the first is the owner's.
  if (register) await send('register_session', [...session, ownerGuid(authorization)]);
  const authorized = { hash, authorization: register ? [REGISTERED, ownerGuid(authorization)] : authorization };

  return {
    address,
    privateKey: toHex(terms.sessionKey),
    publicKey: toHex(starkPublicKey(terms.sessionKey)),
    expiresAt: Number(terms.expiresAt),
    hash: toHex(hash),
    signer: (transactionHash, calldata) => {
      const proofs = tree ? callsIn(calldata).map((call) => proofOf(tree, call) ?? []) : [];
      return sessionToken(wallet, terms, authorized, transactionHash as Felt, proofs);
    },
    isRevoked: async () => {
      const [revoked] = await box.call({ to: address, entryPoint: 'is_session_revoked', calldata: [hash] });
      return BigInt(revoked!) === 1n;
    },
    revoke: () => send('revoke_session', [hash]),
    expire: () => passTime(box, terms.expiresAt),
  };
}

function keyOf(privateKey: AmountLike): Felt {
  return BigInt(starkSigner(privateKey).privateKey) as Felt;
}

/** How many sessions have a usual key. Most are opened without a transaction, so the nonce alone would give two of them the same key. */
const opened = new WeakMap<SessionBox, number>();

async function usualKey(box: SessionBox, address: Hex): Promise<bigint> {
  const before = opened.get(box) ?? 0;
  opened.set(box, before + 1);
  return starknetKeccak(`session ${before} of ${address}, ${await box.getNonce(address)}`);
}

function allowedIn({ wallet, calls }: WalletSessionOptions): readonly AllowedCall[] | undefined {
  if (calls === undefined && wallet === 'cartridge') return undefined;
  if (!Array.isArray(calls) || calls.length === 0)
    throw wrongValue(
      'calls',
      "the functions that it may call, such as [{ to: box.strk, entryPoint: 'transfer' }]",
      calls,
    );
  return calls.map(({ to, entryPoint }, i) => ({
    to: BigInt(addressText(to, `calls[${i}].to`)) as Felt,
    selector: BigInt(selectorText(entryPoint, `calls[${i}].entryPoint`)) as Felt,
  }));
}

function guardianIn({ wallet, guardian }: WalletSessionOptions): Felt {
  if (guardian !== undefined) return keyOf(guardian);
  if (wallet === 'cartridge') return CARTRIDGE_GUARDIAN;
  throw new TypeError('guardian: a session of Ready is signed by a guardian of the account too. Pass its private key.');
}

/** The identity of an owner with a key of the Stark curve, in whose signature the kind 0 and the key stand after the number of signatures. */
function ownerGuid([, kind, publicKey]: readonly Felt[]): Felt {
  if (kind !== 0n)
    throw new TypeError('register: the owner must sign with a key of the Stark curve, as cartridgeSigner does.');
  return guidOfPublicKey(publicKey!);
}

/** The calls in the calldata of `__execute__`. */
function callsIn(calldata: readonly bigint[] | undefined): readonly AllowedCall[] {
  if (!calldata)
    throw new TypeError(
      'session.signer: the calls are part of the signature. Pass the calldata of __execute__ as the second argument.',
    );
  const calls: AllowedCall[] = [];
  let at = 1;
  for (; calls.length < Number(calldata[0]) && at < calldata.length; at += 3 + Number(calldata[at + 2]))
    calls.push({ to: calldata[at] as Felt, selector: calldata[at + 1] as Felt });
  if (at !== calldata.length || calls.length !== Number(calldata[0]))
    throw new TypeError(
      'session.signer: the second argument is no calldata of __execute__, which is the number of calls, and of each the address, the selector, the number of its arguments, and these.',
    );
  return calls;
}
