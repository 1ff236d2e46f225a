import { finishInSlices } from '../../async/steps.ts';
import { contractAddress } from '../../execution/hash/address.ts';
import { type ListHashes, transactionHash } from '../../execution/hash/transactionHash.ts';
import type { ExecutableTransaction } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { pedersenSteps } from '../../sierra/hash/pedersenSteps.ts';
import { poseidonSteps } from '../../sierra/hash/poseidonSteps.ts';

/** Lists from this length on are hashed in slices. COST: a felt takes 3 µs in Poseidon and 15 in Pedersen. */
const LONG = 512;

const isLong = (list: readonly Felt[]): boolean => list.length >= LONG;

/** Whether the hash of a transaction takes so long that it is computed in slices. */
export const isLongTransaction = (transaction: ExecutableTransaction): boolean => listsOf(transaction).some(isLong);

/** The hash of a transaction, computed in slices where it has long lists. */
export function hashOfTransaction(transaction: ExecutableTransaction, chainId: Felt): Felt | Promise<Felt> {
  const long = listsOf(transaction).filter(isLong);
  return long.length === 0 ? transactionHash(transaction, chainId) : hashInSlices(transaction, long, chainId);
}

async function hashInSlices(
  transaction: ExecutableTransaction,
  long: readonly (readonly Felt[])[],
  chainId: Felt,
): Promise<Felt> {
  const steps = transaction.type === 'L1_HANDLER' ? pedersenSteps : poseidonSteps;
  const known = new Map<readonly Felt[], Felt>();
  for (const list of long) known.set(list, await finishInSlices(steps(list)));
  return transactionHash(transaction, chainId, known satisfies ListHashes);
}

/** The address of a new account, also computed in slices. */
export async function deployedAddress(salt: Felt, classHash: Felt, calldata: readonly Felt[]): Promise<Felt> {
  const calldataHash = isLong(calldata) ? await finishInSlices(pedersenSteps(calldata)) : undefined;
  return contractAddress(0n as Felt, salt, classHash, calldata, calldataHash);
}

/** The lists that the hash covers: all but the signature. */
function listsOf({ signature: _, ...fields }: ExecutableTransaction & { readonly signature?: unknown }) {
  return Object.values(fields).filter((value): value is readonly Felt[] => Array.isArray(value));
}
