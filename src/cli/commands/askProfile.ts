import { errors } from '../../protocol/errors.ts';
import { StartError } from '../start/startError.ts';
import { askNode, NodeAnswerError } from './askNode.ts';
import type { NodeAddress } from './nodeAddress.ts';

/** A profile of a node. `content` is in base64 for pprof. */
interface ProfileAnswer {
  readonly l2_gas: number;
  readonly steps: number;
  readonly content: string;
}

/** Asks a node for the profile of a transaction, or of all. */
export const askProfile = (
  node: NodeAddress,
  params: { readonly transaction_hash?: string; readonly format: string },
): Promise<ProfileAnswer> =>
  namingProfile(node, params.transaction_hash, () => askNode(node, 'devnet_profileTransaction', params));

/** Names the transaction and the node in errors. */
export async function namingProfile<T>(
  { url }: NodeAddress,
  hash: string | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    if (error.code === errors.transactionHashNotFound.code)
      throw new StartError(
        `The node at ${url} has no transaction ${hash}. It may belong to another node (--url), or the chain was restarted or reverted since.`,
      );
    if (error.code === errors.methodNotFound.code)
      throw new StartError(`The node at ${url} cannot make profiles. Is it an older Starbox, or another server?`);
    throw error;
  }
}
