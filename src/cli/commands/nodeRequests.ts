import { SandboxError } from '../../library/errors.ts';
import type { SendRequest } from '../../library/requests/requests.ts';
import { errors } from '../../protocol/errors.ts';
import { StartError } from '../start/startError.ts';
import { askNode, NodeAnswerError } from './askNode.ts';
import type { NodeAddress } from './nodeAddress.ts';

/** The requests of the library, answered by a running node. Error answers are thrown as the library throws them. */
export function nodeRequests(node: NodeAddress): SendRequest {
  return async (method: string, params?: unknown): Promise<never> => {
    try {
      return await askNode<never>(node, method, (params ?? []) as object);
    } catch (error) {
      if (!(error instanceof NodeAnswerError)) throw error;
      const { code, answered: message, data } = error;
      throw new SandboxError(method, { code, message, data }, { params });
    }
  };
}

/** What a node says to methods that only Starbox has, or only starknet-devnet; undefined if it does not have the method. */
export async function ifKnown<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SandboxError && error.code === errors.methodNotFound.code) return undefined;
    throw error;
  }
}

/** Rethrows the error of a node as one line for users, with the explanation if a call failed. */
export function throwRefusal(node: NodeAddress, error: unknown): never {
  if (!(error instanceof SandboxError)) throw error;
  const words = error.message.replace(/^(?:starknet|devnet)_\w+: /, '');
  throw new StartError(`The node at ${node.url} refused the transaction. ${words}${wayOut(error)}`);
}

/** What to do about errors that the node's words leave open. */
function wayOut({ code }: SandboxError): string {
  switch (code) {
    case errors.contractClassSizeTooLarge.code:
      return '. Start the node with a larger --maximum-contract-class-size, --maximum-contract-bytecode-size or --maximum-sierra-length, or split the contract.';
    case errors.insufficientAccountBalance.code:
      return "\n\nGive the account STRK with 'starbox mint ADDRESS 100 --unit STRK', or send from another with --account.";
    default:
      return '';
  }
}
