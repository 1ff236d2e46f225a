import type { NodeConfig } from '../../chain/config.ts';
import type { Felt } from '../../felt/felt.ts';
import { starkSign } from '../../felt/stark.ts';
import { isPromise } from '../../text/givenPromise.ts';
import { type AddressLike, type FeltLike, readFelt, wrongValue } from '../values.ts';
import type { SignHash } from './signers.ts';

/** An account that can sign with a key of the Stark curve. */
export interface Signer {
  readonly address: FeltLike;
  readonly privateKey: FeltLike;
}

/** An account with a signer: what `box.createAccount` returns, or an account of your own. */
export interface SigningAccount {
  readonly address: FeltLike;
  readonly signer: SignHash;
}

/** Who sends a transaction. */
export type FromLike = Signer | SigningAccount | AddressLike;

/** An account as it is used to send. */
export interface SendingAccount {
  readonly address: Felt;
  /** Undefined for an account that is impersonated. */
  readonly sign: SignHash | undefined;
  /** Decides the form of the calldata of `__execute__`. */
  readonly accountClass: NodeConfig['accountClass'];
}

/** Reads what a user gave as `from`. */
export function readFrom(from: FromLike | undefined): Pick<SendingAccount, 'address' | 'sign'> {
  if (typeof from === 'object' && from !== null && !isPromise(from))
    return { address: readFelt(from.address, 'from.address'), sign: signOf(from) };
  if (typeof from === 'string' || typeof from === 'bigint') return { address: readFelt(from, 'from'), sign: undefined };
  const expected = 'an account such as box.accounts[0], or an address (leave it out to send from the first account)';
  throw wrongValue('from', expected, from);
}

function signOf(from: Exclude<FromLike, FeltLike>): SignHash | undefined {
  if ('signer' in from) {
    const { signer } = from;
    if (typeof signer !== 'function') throw wrongValue('from.signer', 'a function that signs a hash', signer);
    return signer;
  }
  return 'privateKey' in from ? starkSignerOf(readFelt(from.privateKey, 'from.privateKey')) : undefined;
}

/** Signs with a key that was read. */
export const starkSignerOf =
  (privateKey: Felt): SignHash =>
  (hash) => {
    const { r, s } = starkSign(privateKey, hash as Felt);
    return [r, s];
  };

/** The signature of a hash. */
export async function signatureOf(sign: SignHash, hash: Felt, calldata?: readonly Felt[]): Promise<readonly Felt[]> {
  const signature: unknown = await sign(hash, calldata);
  if (!Array.isArray(signature))
    throw wrongValue('what the signer returned', 'a list of field elements, the signature', signature);
  return signature.map((felt, i) => readFelt(felt, `signature[${i}]`));
}
