// Signatures of accounts with different keys. Each signer says in which form its signature and its public key are.
import type { Felt } from '../../felt/felt.ts';
import { bigEndian, bytesOfHex, hexOfBytes, sha256 } from '../../felt/hash.ts';
import { type Curve, ecdsaSign, multiplyPoint, secp256k1, secp256r1 } from '../../felt/secp.ts';
import { starkCurve, starkPublicKey, starkSign } from '../../felt/stark.ts';
import { writeBase64 } from '../../text/base64.ts';
import { type AmountLike, type FeltLike, type Hex, readAmount, toHex, wrongValue } from '../values.ts';

/**
 * Signs the hash of a transaction: gives the field elements of the signature. `calldata` is that of `__execute__`, for accounts whose signature
 * has to do with the calls.
 */
export type SignHash = (
  hash: bigint,
  calldata?: readonly bigint[],
) => readonly FeltLike[] | Promise<readonly FeltLike[]>;

/** A signer that has a key. */
export interface KeySigner {
  (hash: bigint): readonly Hex[];
  readonly privateKey: Hex;
  /** The public key as the constructors of such accounts take it. */
  readonly publicKey: readonly Hex[];
}

/** Where a WebAuthn key is used. */
export interface WebAuthnOptions {
  /** The page that asks for signatures. Default: `http://localhost:5173`. */
  readonly origin?: string | undefined;
  /** The relying party. Default: the host of the origin. */
  readonly rpId?: string | undefined;
  /** The version of Ready's account: `'0.5'`, or `'0.4'`, whose form the controller of Cartridge has too. Default: `'0.5'`. */
  readonly version?: '0.4' | '0.5' | undefined;
}

/**
 * Signs with a key of the Stark curve: `[r, s]`, and the public key is one felt, as in the accounts of OpenZeppelin and most others.
 *
 * @example
 * const account = await box.createAccount({ class: 'MyAccount', signer: starkSigner('0x5') });
 */
export function starkSigner(privateKey: AmountLike): KeySigner {
  const key = keyOn(starkCurve, privateKey) as Felt;
  const sign = (hash: bigint) => {
    const { r, s } = starkSign(key, hash as Felt);
    return [toHex(r), toHex(s)];
  };
  return signerOf(sign, key, [toHex(starkPublicKey(key))]);
}

/**
 * Signs with an Ethereum key (secp256k1): `[r.low, r.high, s.low, s.high, y parity]`, and the public key is `[x.low, x.high, y.low, y.high]`, as in
 * OpenZeppelin's EthAccount and in starknet.js.
 *
 * @example
 * const account = await box.createAccount({ class: 'EthAccount', signer: ethSigner('0x5') });
 */
export const ethSigner = (privateKey: AmountLike): KeySigner => plainSigner(secp256k1, privateKey);

/**
 * Signs with a P-256 key (secp256r1), in the same form as `ethSigner`, which OpenZeppelin's `is_valid_p256_signature` takes.
 *
 * @example
 * const account = await box.createAccount({ class: 'P256Account', signer: p256Signer('0x5') });
 */
export const p256Signer = (privateKey: AmountLike): KeySigner => plainSigner(secp256r1, privateKey);

/**
 * Signs as a browser does with a passkey (WebAuthn with P-256), in the form of Ready's accounts (which were Argent's): one signer of kind 4 with
 * origin, hash of the relying party and x of the key, then the rest of the client data, flags, sign count, `r`, `s` and y parity. Version 0.4 has
 * `cross_origin` before and the kind of SHA-256 after these. The public key is what their constructor takes: the signer, and no guardian.
 *
 * @example
 * const signer = webAuthnSigner('0x5', { origin: 'https://wallet.example' });
 * const account = await box.createAccount({ class: 'ReadyAccount', signer });
 */
export function webAuthnSigner(privateKey: AmountLike, options: WebAuthnOptions = {}): KeySigner {
  const { origin = 'http://localhost:5173', rpId = new URL(origin).hostname, version = '0.5' } = options;
  if (version !== '0.4' && version !== '0.5') throw wrongValue('version', "'0.4' or '0.5'", version);
  const isOld = version === '0.4';
  const key = keyOn(secp256r1, privateKey);
  const rpIdHash = sha256(utf8(rpId));
  const { x } = multiplyPoint(secp256r1, secp256r1.generator, key);
  const signer = [WEBAUTHN, ...span(origin), ...limbs(bigEndian(rpIdHash)), ...limbs(x)];
  const sign = (hash: bigint) => {
    // The challenge of the old version ends with the kind of SHA-256.
    const challenge = base64Url(bytesOfHex(`${hash.toString(16).padStart(64, '0')}${isOld ? '01' : ''}`));
    const clientData = `{"type":"webauthn.get","challenge":"${challenge}","origin":"${origin}"${OUTRO}`;
    const authenticatorData = `${hexOfBytes(rpIdHash)}${USER_VERIFIED}${SIGN_COUNT}`;
    const signed = sha256(bytesOfHex(`${authenticatorData}${hexOfBytes(sha256(utf8(clientData)))}`));
    // In the old version the contract writes the rest of the client data itself.
    const rest = isOld ? [0n, 0n] : span(OUTRO);
    const flags = [BigInt(`0x${USER_VERIFIED}`), BigInt(`0x${SIGN_COUNT}`)];
    const signature = signatureOn(secp256r1, key, bigEndian(signed));
    return [...[1n, ...signer, ...rest, ...flags].map(toHex), ...signature, ...(isOld ? ['0x1' as const] : [])];
  };
  const noGuardian = 1n;
  return signerOf(sign, key, [...signer, noGuardian].map(toHex));
}

/** The kinds of keys that have a signer. */
export type KeyKind = 'stark' | 'eth' | 'p256' | 'webauthn';

export const signers: Readonly<Record<KeyKind, (privateKey: AmountLike) => KeySigner>> = {
  stark: starkSigner,
  eth: ethSigner,
  p256: p256Signer,
  webauthn: webAuthnSigner,
};

/** The kind of a signer among those of Ready's accounts. */
const WEBAUTHN = 4n;
const OUTRO = ',"crossOrigin":false}';
/** One byte: the user was present and verified. */
const USER_VERIFIED = '05';
/** Four bytes. */
const SIGN_COUNT = '00000000';

const signerOf = (sign: (hash: bigint) => readonly Hex[], key: bigint, publicKey: readonly Hex[]): KeySigner =>
  Object.assign(sign, { privateKey: toHex(key), publicKey });

function plainSigner(curve: Curve, privateKey: AmountLike): KeySigner {
  const key = keyOn(curve, privateKey);
  const { x, y } = multiplyPoint(curve, curve.generator, key);
  return signerOf((hash) => signatureOn(curve, key, hash), key, [...limbs(x), ...limbs(y)].map(toHex));
}

function signatureOn(curve: Curve, key: bigint, hash: bigint): Hex[] {
  const { r, s, isOdd } = ecdsaSign(curve, key, hash);
  return [...limbs(r), ...limbs(s), isOdd ? 1n : 0n].map(toHex);
}

function keyOn({ name, n }: Pick<Curve, 'name' | 'n'>, privateKey: AmountLike): bigint {
  const key = readAmount(privateKey, 'privateKey');
  if (key === 0n || key >= n)
    throw wrongValue('privateKey', `a key of ${name}, from 1 to the order of the curve`, privateKey);
  return key;
}

/** A u256. */
const limbs = (value: bigint): readonly bigint[] => [BigInt.asUintN(128, value), value >> 128n];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A text as a span of bytes. */
function span(text: string): bigint[] {
  const bytes = utf8(text);
  return [BigInt(bytes.length), ...Array.from(bytes, BigInt)];
}

const base64Url = (bytes: Uint8Array): string =>
  writeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
