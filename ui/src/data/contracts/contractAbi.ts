import type { AbiFunction, AbiModel } from '../../../../src/abi/abiModel.ts';
import { eventText } from '../../../../src/abi/abiText.ts';
import { decodeResult } from '../../../../src/abi/decode.ts';
import { encodeArguments } from '../../../../src/abi/encode.ts';
import { findEvent } from '../../../../src/abi/events.ts';
import { isCallable } from '../../../../src/abi/isCallable.ts';
import { readAbi } from '../../../../src/abi/readAbi.ts';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { formatFelt } from '../../../../src/felt/felt.ts';
import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { feltOfText, readValue } from './values.ts';

type ContractClass = RpcResult<'chain_getClass'>;

const models = new WeakMap<ContractClass, AbiModel>();

/** The ABI of a class. It may be anything that its author wrote: what cannot be read is left out. */
export function abiOf(contractClass: ContractClass): AbiModel {
  let model = models.get(contractClass);
  if (!model) models.set(contractClass, (model = read(contractClass.abi)));
  return model;
}

function read(abi: ContractClass['abi']): AbiModel {
  try {
    return readAbi(typeof abi === 'string' ? JSON.parse(abi) : abi);
  } catch {
    return readAbi([]);
  }
}

/** The functions that only read, or those that can change the state, in the order of the ABI. */
export const functionsOf = ({ functionList }: AbiModel, wanted: AbiFunction['mutability']): readonly AbiFunction[] =>
  functionList.filter(({ mutability }) => mutability === wanted);

/** Those of them that people can call. */
export const callableFunctionsOf = (abi: AbiModel, wanted: AbiFunction['mutability']): readonly AbiFunction[] =>
  functionsOf(abi, wanted).filter(isCallable);

/** The calldata of arguments that were typed into a form. Throws an error that names the argument. */
export const encodeTexts = (fn: Pick<AbiFunction, 'name' | 'inputs'>, texts: readonly string[]): string[] =>
  encodeArguments(
    fn,
    fn.inputs.map(({ type }, i) => readValue(type, texts[i] ?? '')),
  ).map(formatFelt);

/** The parameters of a call of a function by its name in the open block, without a transaction. */
export const callParams = (address: string, name: string, calldata: readonly string[]): RpcParams<'chain_call'> => ({
  request: { contract_address: address, entry_point_selector: formatFelt(selectorOfName(name)), calldata },
  block_id: 'pre_confirmed',
});

/** Calls a function by its name in the open block, without a transaction. */
export const callFunction = (node: NodeClient, address: string, name: string, calldata: readonly string[]) =>
  node.request('chain_call', callParams(address, name, calldata));

/** Calls a view function and decodes what it returns. */
export async function callView(
  node: NodeClient,
  address: string,
  fn: AbiFunction,
  texts: readonly string[],
): Promise<{ readonly value: DecodedValue }> {
  return { value: decodedResult(fn, await callFunction(node, address, fn.name, encodeTexts(fn, texts))) };
}

/** What a function returned, decoded. */
export const decodedResult = (fn: AbiFunction, felts: readonly string[]): DecodedValue =>
  withTexts(decodeResult(fn, felts.map(feltOfText)));

/** A decoded value with decimal texts in place of bigints. */
function withTexts(value: unknown): DecodedValue {
  if (typeof value === 'bigint') return value.toString();
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one)]));
  return value as DecodedValue;
}

/** An event as text, such as `Transfer(from: 0x1, to: 0x2, value: 5)`; undefined if the ABI does not have it. */
export function decodedEvent(abi: AbiModel, keys: readonly string[], data: readonly string[]): string | undefined {
  const felts = { keys: keys.map(feltOfText), data: data.map(feltOfText) };
  const event = findEvent(abi, felts.keys);
  return event && eventText(event, felts);
}
