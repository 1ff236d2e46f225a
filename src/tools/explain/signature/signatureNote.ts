import type { Execution } from '../../../execution/callContext.ts';
import type { ExecutionEnvironment } from '../../../execution/environment.ts';
import { type Submission, senderOf } from '../../../execution/transaction.ts';
import { type Felt, formatFelt } from '../../../felt/felt.ts';
import { feltOf } from '../../../felt/key.ts';
import { fitsKey, signatureCheck } from './signatureCheck.ts';
import { signedInstead } from './signedInstead.ts';

/** An account whose key is known. */
export interface KnownAccount {
  readonly address: Felt;
  readonly publicKey: Felt;
}

/** Longer signatures are not those of one key, and accounts may take long to check them. */
const MAX_SIGNATURE = 64;
/** Keys are checked in groups, between which other work may run. */
const KEYS_AT_ONCE = 16;

/** A signature of a deployed account that nothing usual explains. */
const FITS_NOTHING =
  'The signature does not fit this transaction, nor what is often signed by mistake (another chain id, version, nonce, bounds or tip): ' +
  'check that the private key is that of the sender, and that nothing was changed after signing.';

/**
 * After a failed validation: what the signature fits instead of the transaction, in a sentence; undefined if it fits the transaction, or
 * if that cannot be found out.
 */
export function* signatureNote(
  environment: ExecutionEnvironment,
  { transaction, hash }: Submission,
  accounts: readonly KnownAccount[],
): Execution<string | undefined> {
  if (transaction.type === 'L1_HANDLER') return undefined;
  const { signature } = transaction;
  if (signature.length === 0) return 'The transaction has no signature.';
  if (signature.length > MAX_SIGNATURE) return undefined;
  const fits = signatureCheck(environment, transaction);
  if ((yield* fits(hash, signature)) !== false) return undefined;

  const sender = senderOf(transaction);
  const other = yield* otherSigner(accounts, hash, signature);
  if (other !== undefined) {
    const { address } = accounts[other]!;
    const own = accounts.findIndex((account) => account.address === sender);
    const whose = own === -1 ? 'the sender' : `account ${own}`;
    return `The signature fits the key of predeployed account ${other}, ${formatFelt(address)}; the sender is ${formatFelt(sender)}: sign with the key of ${whose}.`;
  }
  const [r, s] = signature;
  if (signature.length === 2 && (yield* fits(hash, [s!, r!])))
    return 'The two numbers of the signature are in the wrong order: r comes first, then s.';
  for (const { hash, text } of signedInstead(transaction, feltOf(environment.block.chainId))) {
    const isSigned = yield* fits(hash, signature);
    if (isSigned === undefined) return undefined;
    if (isSigned) return text;
  }
  // The arguments of an account that is not deployed yet may have no key that can be tried.
  return transaction.type === 'DEPLOY_ACCOUNT' ? undefined : FITS_NOTHING;
}

/** The index of the account whose key made a signature; undefined if none did. */
function* otherSigner(
  accounts: readonly KnownAccount[],
  hash: Felt,
  [r, s, ...more]: readonly Felt[],
): Execution<number | undefined> {
  if (r === undefined || s === undefined || more.length > 0) return undefined;
  for (const [i, { publicKey }] of accounts.entries()) {
    if (i % KEYS_AT_ONCE === KEYS_AT_ONCE - 1) yield 'slice';
    if (fitsKey(publicKey, hash, r, s)) return i;
  }
  return undefined;
}
