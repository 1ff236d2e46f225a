import { AbiError } from '../../abi/abiError.ts';
import type { AbiFunction } from '../../abi/abiModel.ts';
import { functionNamed } from '../../abi/calldata.ts';
import { encodeArguments } from '../../abi/encode.ts';
import { readAbi } from '../../abi/readAbi.ts';
import { type Hex, hexOf } from '../../abi/scalars.ts';
import { errors } from '../../protocol/errors.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { askNode, NodeAnswerError } from './askNode.ts';
import { argumentsOfWords } from './callArguments.ts';
import type { NodeAddress } from './nodeAddress.ts';

/** The ABI of the contract at an address. `wayOut` is for an address without a contract. */
export async function abiAt(node: NodeAddress, address: string, blockId: unknown, wayOut: string): Promise<unknown> {
  try {
    const params = { block_id: blockId, contract_address: address };
    const found = await askNode<{ readonly abi?: unknown }>(node, 'starknet_getClassAt', params);
    // An ABI of Sierra classes is a text, and may be the empty one.
    return found.abi || [];
  } catch (error) {
    if (error instanceof NodeAnswerError && error.code === errors.contractNotFound.code)
      throw new StartError(`The node at ${node.url} has no contract at ${address}. ${wayOut}`);
    throw error;
  }
}

/** An address as a word of the command line. */
export function readAddress(text: string): Hex {
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) throw new UsageError(`'${text}' is not an address, such as 0x64`);
  return text as Hex;
}

/** The function with this name, and the calldata of the words. */
export function prepareCall(abi: unknown, name: string, words: readonly string[]) {
  return usingAbi(() => {
    const model = readAbi(abi);
    const entry = suggesting(name, model.functions.keys(), () => functionNamed(model, name));
    return { entry, calldata: calldataOf(entry, words) };
  });
}

/** The calldata of a constructor; a class without one takes no words. */
export const prepareConstructor = (abi: unknown, words: readonly string[]): readonly Hex[] =>
  usingAbi(() => calldataOf(readAbi(abi).constructorFunction ?? { name: 'constructor', inputs: [] }, words));

const calldataOf = (entry: Pick<AbiFunction, 'name' | 'inputs'>, words: readonly string[]): readonly Hex[] =>
  encodeArguments(entry, argumentsOfWords(entry.inputs, words)).map(hexOf);

/** Adds a similar name to the error about one that does not exist. */
function suggesting<T>(name: string, names: Iterable<string>, find: () => T): T {
  try {
    return find();
  } catch (error) {
    const meant = error instanceof AbiError ? didYouMean(name, names) : '';
    throw meant === '' ? error : new AbiError(`${(error as AbiError).message} ${meant}`);
  }
}

/** What does not fit the ABI is a mistake in the command line. */
function usingAbi<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof AbiError ? new UsageError(error.message) : error;
  }
}
