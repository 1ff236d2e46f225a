import { contractAddress } from '../../execution/hash/address.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { starkPublicKey } from '../../felt/stark.ts';
import { MersenneTwister, spreadSeed } from './mersenneTwister.ts';

/** An account that is deployed and funded from the start. */
export interface PredeployedAccount {
  readonly address: Felt;
  readonly publicKey: Felt;
  readonly privateKey: Felt;
  readonly initialBalance: bigint;
}

// Addresses come from a fixed class hash and salt, so a seed gives the same addresses whatever class the accounts run.
const ADDRESS_CLASS_HASH = toFelt(0x3fcbf77b28c96f4f2fb5bd2d176ab083a12a5e123adeb0de955d7ee228c9854n);
const ADDRESS_SALT = toFelt(20n);

/** The account that mints. It is deployed and funded at genesis, but not listed. */
export const CHARGEABLE_ACCOUNT = {
  address: toFelt(0x1caf2df5ed5dde1ae3faef4acd72522ac3cb16e23f6dc4c7f9faed67124c511n),
  publicKey: toFelt(0x4c37ab4f0994879337bfd4ead0800776db57da382b8ed8efaa478c5d3b942a4n),
  privateKey: toFelt(0x5fb2959e3011a873a7160f5bb32b0ecen),
  initialBalance: 2n ** 255n,
} as const satisfies PredeployedAccount;

/** The predeployed accounts of a seed. */
export function predeployedAccounts(seed: number, count: number, initialBalance: bigint): PredeployedAccount[] {
  const random = new MersenneTwister(spreadSeed(seed));
  return Array.from({ length: count }, () => {
    const low = random.next();
    const privateKey = toFelt((random.next() << 64n) | low);
    const publicKey = starkPublicKey(privateKey);
    return { address: accountAddress(publicKey), publicKey, privateKey, initialBalance };
  });
}

function accountAddress(publicKey: Felt): Felt {
  return contractAddress(toFelt(0n), ADDRESS_SALT, ADDRESS_CLASS_HASH, [publicKey]);
}
