import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { pedersenArray, poseidonMany } from '../../felt/hash.ts';
import { normalizeBounds } from '../bounds.ts';
import type { DataAvailabilityMode, ResourceBound, Transaction, V3Fields } from '../transaction.ts';
import { selectorOf } from './address.ts';

/** Is set in the version of a transaction that can only be simulated. */
export const QUERY_BIT = 2n ** 128n;

const ZERO = 0n as Felt;
const INVOKE = feltOfAscii('invoke');
const DECLARE = feltOfAscii('declare');
const DEPLOY = feltOfAscii('deploy');
const DEPLOY_ACCOUNT = feltOfAscii('deploy_account');
const L1_HANDLER = feltOfAscii('l1_handler');
const L1_GAS = feltOfAscii('L1_GAS');
const L2_GAS = feltOfAscii('L2_GAS');
const L1_DATA = feltOfAscii('L1_DATA');

/** The version field, including the query bit. */
export const versionFelt = (transaction: { readonly version: number; readonly isQuery?: boolean }): Felt =>
  toFelt(BigInt(transaction.version) + (transaction.isQuery ? QUERY_BIT : 0n));

/** Hashes of long lists that were computed in advance. */
export type ListHashes = ReadonlyMap<readonly Felt[], Felt>;

const NO_LIST_HASHES: ListHashes = new Map();

/** The hash of a transaction on a chain, which accounts sign. */
export function transactionHash(transaction: Transaction, chainId: Felt, knownHashes = NO_LIST_HASHES): Felt {
  const version = versionFelt(transaction);
  const poseidonOf = (list: readonly Felt[]) => knownHashes.get(list) ?? poseidonMany(list);
  switch (transaction.type) {
    case 'INVOKE':
      switch (transaction.version) {
        case 3:
          return poseidonMany([
            ...v3Head(INVOKE, version, transaction.senderAddress, transaction, chainId, poseidonOf),
            poseidonOf(transaction.accountDeploymentData),
            poseidonOf(transaction.calldata),
            ...(transaction.proofFacts.length ? [poseidonOf(transaction.proofFacts)] : []),
          ]);
        case 1: {
          const { senderAddress, calldata, maxFee, nonce } = transaction;
          const fee = toFelt(maxFee);
          return pedersenArray([INVOKE, version, senderAddress, ZERO, pedersenArray(calldata), fee, chainId, nonce]);
        }
        case 0: {
          const { contractAddress, entryPointSelector, calldata, maxFee } = transaction;
          return invokeV0Hash(version, contractAddress, entryPointSelector, calldata, toFelt(maxFee), chainId);
        }
      }
      break;
    case 'DECLARE': {
      if (transaction.version === 3)
        return poseidonMany([
          ...v3Head(DECLARE, version, transaction.senderAddress, transaction, chainId, poseidonOf),
          poseidonOf(transaction.accountDeploymentData),
          transaction.classHash,
          transaction.compiledClassHash,
        ]);
      const { senderAddress, classHash, nonce } = transaction;
      const fee = toFelt(transaction.maxFee);
      if (transaction.version === 0)
        return pedersenArray([DECLARE, version, senderAddress, ZERO, pedersenArray([]), fee, chainId, classHash]);
      const head = [DECLARE, version, senderAddress, ZERO, pedersenArray([classHash]), fee, chainId, nonce];
      return pedersenArray(transaction.version === 2 ? [...head, transaction.compiledClassHash] : head);
    }
    case 'DEPLOY_ACCOUNT': {
      const { contractAddress, contractAddressSalt, constructorCalldata, classHash, nonce } = transaction;
      if (transaction.version !== 1)
        return poseidonMany([
          ...v3Head(DEPLOY_ACCOUNT, version, contractAddress, transaction, chainId, poseidonOf),
          poseidonOf(constructorCalldata),
          classHash,
          contractAddressSalt,
        ]);
      const body = pedersenArray([classHash, contractAddressSalt, ...constructorCalldata]);
      const fee = toFelt(transaction.maxFee);
      return pedersenArray([DEPLOY_ACCOUNT, version, contractAddress, ZERO, body, fee, chainId, nonce]);
    }
    case 'DEPLOY': {
      const { contractAddress, constructorCalldata } = transaction;
      const selector = selectorOf('constructor');
      const body = pedersenArray(constructorCalldata);
      return pedersenArray([DEPLOY, version, contractAddress, selector, body, ZERO, chainId]);
    }
    case 'L1_HANDLER': {
      const { contractAddress, entryPointSelector, calldata, nonce } = transaction;
      const body = knownHashes.get(calldata) ?? pedersenArray(calldata);
      return pedersenArray([L1_HANDLER, version, contractAddress, entryPointSelector, body, ZERO, chainId, nonce]);
    }
  }
}

/** The hash of an INVOKE of version 0, which occurs in old blocks and as the hash of meta transactions. */
export function invokeV0Hash(
  version: Felt,
  contractAddress: Felt,
  selector: Felt,
  calldata: readonly Felt[],
  maxFee: Felt,
  chainId: Felt,
): Felt {
  return pedersenArray([INVOKE, version, contractAddress, selector, pedersenArray(calldata), maxFee, chainId]);
}

/** The first elements of the hash of any v3 transaction. */
function v3Head(
  prefix: Felt,
  version: Felt,
  address: Felt,
  fields: V3Fields,
  chainId: Felt,
  poseidonOf: (list: readonly Felt[]) => Felt,
): Felt[] {
  return [
    prefix,
    version,
    address,
    boundsHash(fields),
    poseidonOf(fields.paymasterData),
    chainId,
    fields.nonce,
    toFelt((daMode(fields.nonceDataAvailabilityMode) << 32n) + daMode(fields.feeDataAvailabilityMode)),
  ];
}

const daMode = (mode: DataAvailabilityMode): bigint => (mode === 'L1' ? 0n : 1n);

function boundsHash({ resourceBounds, tip }: Pick<V3Fields, 'resourceBounds' | 'tip'>): Felt {
  const settled = normalizeBounds(resourceBounds);
  const words =
    settled.kind === 'all'
      ? [
          boundWord(L1_GAS, settled.bounds.l1Gas),
          boundWord(L2_GAS, settled.bounds.l2Gas),
          boundWord(L1_DATA, settled.bounds.l1DataGas),
        ]
      : [boundWord(L1_GAS, settled.l1Gas), boundWord(L2_GAS, { maxAmount: 0n, maxPricePerUnit: 0n })];
  return poseidonMany([toFelt(tip), ...words]);
}

/** Name (7 bytes), amount (8) and price (16) in one felt. */
const boundWord = (name: Felt, { maxAmount, maxPricePerUnit }: ResourceBound): Felt =>
  toFelt((name << 192n) | (maxAmount << 128n) | maxPricePerUnit);
