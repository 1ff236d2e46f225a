import { type Felt, feltOfAscii, P, toFelt } from '../../felt/felt.ts';
import { blake2sFelts } from '../../felt/hash.ts';
import { starkY } from '../../felt/stark.ts';
import { ADDRESS_BOUND } from './address.ts';

const CONTRACT_ADDRESS = feltOfAscii('STARKNET_CONTRACT_ADDRESS');
/** Addresses 0 and 1 have a meaning of their own. */
const LOWEST = 2n;
/** Pedersen hashes from here on, reduced, are addresses below this number too. */
const WRAPPED = P - ADDRESS_BOUND;

/**
 * The address of a contract by the rules of `deploy_v2` and DEPLOY_ACCOUNT of version 4 (a preview): a BLAKE2s hash, raised until it cannot be
 * a Pedersen hash, so that no contract has the address of another of the older kind.
 */
export function escapedAddress(deployer: Felt, salt: Felt, classHash: Felt, calldata: readonly Felt[]): Felt {
  const hash = blake2sFelts([CONTRACT_ADDRESS, deployer, salt, classHash, blake2sFelts(calldata)]);
  let address = hash % ADDRESS_BOUND;
  while (address < LOWEST || isPedersenReachable(address)) address = (address + 1n) % ADDRESS_BOUND;
  return toFelt(address);
}

/** Whether some Pedersen hash, which is the x of a curve point, gives this address. */
const isPedersenReachable = (address: bigint): boolean =>
  isCurveX(address) || (address < WRAPPED && isCurveX(address + ADDRESS_BOUND));

const isCurveX = (x: bigint): boolean => starkY(x) !== undefined;
