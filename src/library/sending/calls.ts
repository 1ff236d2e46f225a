import type { NodeConfig } from '../../chain/config.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { isPromise } from '../../text/givenPromise.ts';
import { writtenSelector } from '../../tools/names/writtenNames.ts';
import {
  type AddressLike,
  addressIn,
  addressText,
  type BlockIdParam,
  type BlockLike,
  type FeltLike,
  feltText,
  type Hex,
  readBlock,
  readFelt,
  toHex,
  wrongValue,
} from '../values.ts';

/** One call of a contract. */
export interface ContractCall {
  readonly to: AddressLike;
  /** The name of the function, or its selector as `0x…` text or a bigint. */
  readonly entryPoint: string | bigint;
  /** The arguments as field elements: `0x…` text, decimal text, bigint, or something with an `address`. Nothing means none. */
  readonly calldata?: readonly (AddressLike | number)[] | undefined;
}

/** A call of a contract, in our form or in that of `contract.populate` and starknet.js. */
export type CallLike =
  | ContractCall
  | {
      readonly contractAddress: AddressLike;
      readonly entrypoint: string;
      readonly calldata?: readonly (AddressLike | number)[] | undefined;
    };

interface ReadCall {
  readonly to: Felt;
  readonly selector: Felt;
  readonly calldata: readonly Felt[];
}

/** Reads a call in either form; `name` is what errors call it. */
export function readCall(call: CallLike, name: string): ReadCall {
  if (typeof call !== 'object' || call === null || isPromise(call))
    throw wrongValue(name, 'a call, such as { to, entryPoint, calldata }', call);
  const [to, selector] =
    'to' in call
      ? [addressText(call.to, `${name}.to`), selectorText(call.entryPoint, `${name}.entryPoint`)]
      : [
          addressText(call.contractAddress, `${name}.contractAddress`),
          selectorText(call.entrypoint, `${name}.entrypoint`),
        ];
  const { calldata = [] } = call;
  if (!Array.isArray(calldata)) throw wrongValue(`${name}.calldata`, 'a list of field elements', calldata);
  return {
    to: BigInt(to) as Felt,
    selector: BigInt(selector) as Felt,
    calldata: calldata.map((felt, i) => readArgument(felt, `${name}.calldata[${i}]`)),
  };
}

const DECIMAL = /^\d{1,77}$/;

/** Reads an argument that is already a field element; other clients compile arguments to decimal text. */
function readArgument(given: AddressLike | number, name: string): Felt {
  const value = typeof given === 'number' ? given : addressIn(given);
  const isNumber = typeof value === 'number' ? Number.isSafeInteger(value) : DECIMAL.test(String(value));
  return readFelt(isNumber ? BigInt(value) : (value as FeltLike), name);
}

/** An entry point by its name, or by its selector as `0x…` text or a bigint. */
export const selectorText = (entryPoint: string | bigint, name: string): Hex =>
  typeof entryPoint === 'string' && !entryPoint.startsWith('0x')
    ? toHex(writtenSelector(entryPoint))
    : feltText(entryPoint, name);

/** Lets errors show the names of the functions in a call of another library, or in several, which are sent as selectors only. */
export function showNames(calls: unknown): void {
  for (const call of [calls].flat()) {
    const { entrypoint } = (call ?? {}) as { readonly entrypoint?: unknown };
    if (typeof entrypoint === 'string') writtenSelector(entrypoint);
  }
}

/** Calls in messages: their functions and contracts. */
export function callsText(calls: readonly CallLike[]): string {
  const texts = calls.map((call) => {
    const [to, name] = 'to' in call ? [call.to, call.entryPoint] : [call.contractAddress, call.entrypoint];
    return `\`${name}\` of the contract ${textOf(addressIn(to))}`;
  });
  return texts.length > 3 ? `${texts[0]} and ${texts.length - 1} more calls` : texts.join(', ');
}

const textOf = (address: FeltLike): string => (typeof address === 'bigint' ? toHex(address) : String(address));

/** The parameters of `starknet_call`. */
export function callParams(call: CallLike, block: BlockLike) {
  const { to, selector, calldata } = readCall(call, 'call');
  return {
    request: { contract_address: toHex(to), entry_point_selector: toHex(selector), calldata: calldata.map(toHex) },
    block_id: readBlock(block, 'block') satisfies BlockIdParam,
  };
}

/** The calldata of `__execute__`. Cairo 0 accounts take a table of calls and one list of arguments. */
export function executeCalldata(calls: readonly CallLike[], accountClass: NodeConfig['accountClass']): readonly Felt[] {
  const read = calls.map((call, i) => readCall(call, `calls[${i}]`));
  const count = toFelt(read.length);
  if (accountClass === 'cairo1')
    return [
      count,
      ...read.flatMap(({ to, selector, calldata }) => [to, selector, toFelt(calldata.length), ...calldata]),
    ];
  const args = read.flatMap(({ calldata }) => calldata);
  let offset = 0;
  const table = read.flatMap(({ to, selector, calldata }) => {
    const row = [to, selector, toFelt(offset), toFelt(calldata.length)];
    offset += calldata.length;
    return row;
  });
  return [count, ...table, toFelt(args.length), ...args];
}
