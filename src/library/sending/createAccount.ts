import { WELL_KNOWN } from '../../chain/genesis/systemClasses.ts';
import type { Node } from '../../chain/node.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import type { Contracts, Declaration } from '../contracts/contracts.ts';
import type { ClassSource } from '../files/classFile.ts';
import { checkOptions } from '../options/checkOptions.ts';
import { type AmountLike, type FeltLike, type Hex, readAmount, toHex, wrongValue } from '../values.ts';
import { type KeyKind, type KeySigner, type SignHash, signers } from './signers.ts';
import { markTestAccount } from './testAccounts.ts';

/** An account to be made. */
export interface AccountOptions {
  /** Its class: a contract's name, a class file, a class hash, or a declaration. Default: the class of predeployed accounts. */
  readonly class?: ClassSource | FeltLike | Declaration | undefined;
  /** Default: a key made from the seed of the sandbox, another one for each account. */
  readonly privateKey?: AmountLike | undefined;
  /** How it signs: the kind of its key, one of the signers, or a function of your own. Default: `'stark'`. */
  readonly signer?: KeyKind | SignHash | undefined;
  /** The arguments of the constructor. Default: the public key, in the form that the signer describes. */
  readonly args?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined;
  /** What it gets, in FRI. Default: as much as predeployed accounts. */
  readonly balance?: AmountLike | undefined;
}

/** An account that `createAccount` has made. It can be given as `from`, also in clones. */
export interface CreatedAccount {
  readonly address: Hex;
  readonly classHash: Hex;
  readonly signer: SignHash;
  /** Undefined for a signer of your own. */
  readonly privateKey: Hex | undefined;
  /** As the constructor takes it; undefined for a signer of your own. */
  readonly publicKey: readonly Hex[] | undefined;
}

const OPTIONS = [
  'class',
  'privateKey',
  'signer',
  'args',
  'balance',
] as const satisfies readonly (keyof AccountOptions)[];

/** What making accounts needs. */
interface AccountParts {
  readonly box: object;
  readonly node: Node;
  readonly contracts: Contracts;
  readonly mint: (address: Hex, amount: bigint) => Promise<unknown>;
  /** How many accounts were made before. */
  readonly count: number;
}

/** Deploys an account and gives it a balance. */
export async function createAccount(
  { box, node, contracts, mint, count }: AccountParts,
  options: AccountOptions = {},
): Promise<CreatedAccount> {
  checkOptions(options, OPTIONS, "{ class: 'MyAccount' }");
  const { config } = node;
  const balance = options.balance === undefined ? config.initialBalance : readAmount(options.balance, 'balance');
  const signer = signerIn(options, () => starknetKeccak(`account ${count} of ${config.seed}`));
  const key = 'publicKey' in signer ? signer : undefined;
  const source = options.class ?? toHex(WELL_KNOWN.account);
  const given = options.args === undefined && key ? { calldata: key.publicKey } : { args: options.args ?? [] };
  const { address, classHash } = await contracts.deployWith(source, given);
  if (balance > 0n) await mint(address, balance);
  const account = { address, classHash, signer, privateKey: key?.privateKey, publicKey: key?.publicKey };
  markTestAccount(box, account);
  return account;
}

function signerIn({ signer = 'stark', privateKey }: AccountOptions, usualKey: () => bigint): KeySigner | SignHash {
  if (typeof signer === 'function') {
    if (privateKey !== undefined)
      throw new TypeError('privateKey: the signer is a function, which has its own key. Pass one of the two.');
    return signer;
  }
  if (!Object.hasOwn(signers, signer))
    throw wrongValue(
      'signer',
      `${Object.keys(signers)
        .map((name) => `'${name}'`)
        .join(', ')} or a function`,
      signer,
    );
  return signers[signer](privateKey ?? usualKey());
}
