import { type FromLike, readFrom, starkSignerOf } from '../library/sending/sendingAccount.ts';
import type { SignHash } from '../library/sending/signers.ts';
import { isTestAccount } from '../library/sending/testAccounts.ts';
import { type Hex, readAmount, readFelt, toHex, wrongValue } from '../library/values.ts';
import type { KeyAccount, WalletNode } from './walletNode.ts';

/** How an account is deployed that is not on the chain yet. */
export interface AccountDeployment {
  readonly classHash: Hex;
  readonly salt: Hex;
  readonly calldata: readonly Hex[];
}

/** An account of a wallet. */
export interface HeldAccount {
  readonly address: Hex;
  readonly sign: SignHash;
  /** Whether it was made for tests: predeployed, by `box.createAccount`, or by the wallet. */
  readonly isForTests: boolean;
  readonly deployment?: AccountDeployment | undefined;
}

/** A predeployed account as a wallet has it. */
export const heldPredeployed = ({ address, privateKey }: KeyAccount): HeldAccount => ({
  address,
  sign: starkSignerOf(readFelt(privateKey, 'privateKey')),
  isForTests: true,
});

/** The account of a list that is meant by its number or its address, or one that was given with its key or signer. */
export function accountIn(list: readonly FromLike[], account: FromLike | number): FromLike {
  if (typeof account === 'object') return account;
  const found =
    typeof account === 'number'
      ? list[Number(readAmount(account, 'account', 31))]
      : (list.find((each) => readFrom(each).address === readFelt(account, 'account')) ?? account);
  if (found === undefined) throw new RangeError(`The wallet has no account ${account}: it has ${list.length}.`);
  return found;
}

/** Reads an account that a test gives to a wallet. */
export function readHeldAccount(
  given: FromLike,
  predeployed: readonly KeyAccount[],
  box: WalletNode['box'],
): HeldAccount {
  const { address, sign } = readFrom(given);
  const own = predeployed.find((account) => BigInt(account.address) === address);
  if (own) return heldPredeployed(own);
  if (!sign)
    throw wrongValue(
      'account',
      'a predeployed account, one of box.createAccount, or { address, privateKey }: a wallet needs the key',
      given,
    );
  return { address: toHex(address), sign, isForTests: isTestAccount(given, box, toHex(address)) };
}
