import type { AbiType } from '../../../../src/abi/abiType.ts';
import { decodeArguments } from '../../../../src/abi/decode.ts';
import { functionBySelector } from '../../../../src/abi/functionBySelector.ts';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import { writeJson } from '../../../../src/json/writeJson.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { abiOf } from '../contracts/contractAbi.ts';
import { feltOfText } from '../contracts/values.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import type { CallDraft } from './keptCalls.ts';
import { NOW, type WhatIf } from './whatIf.ts';

/** A transaction of the chain as the form of a simulation: its sender, its calls, and the block before it. */
export interface PastCalls {
  readonly from: string;
  readonly calls: readonly CallDraft[];
  readonly whatIf: WhatIf;
}

/** Reads the calls of a transaction back into forms. Throws an error that says what cannot be edited. */
export async function pastCalls(node: NodeClient, hash: string): Promise<PastCalls> {
  const [sent, receipt] = await Promise.all([
    node.request('chain_getTransactionByHash', { transaction_hash: hash }),
    node.request('chain_getTransactionReceipt', { transaction_hash: hash }),
  ]);
  if (sent.type !== 'INVOKE' || !('sender_address' in sent))
    throw new Error('Only transactions that call contracts can be edited; this one deploys or declares something.');
  const calls: CallDraft[] = [];
  for (const call of callsIn(sent.calldata)) calls.push(await draftOf(node, call));
  const whatIf = receipt.block_hash === undefined ? NOW : await startOf(node, receipt.block_number);
  return { from: sent.sender_address, calls, whatIf };
}

/** The state after the block before, with the time of the block; its earlier transactions are not in that state. */
async function startOf(node: NodeClient, block_number: number): Promise<WhatIf> {
  const { timestamp } = await node.request('chain_getBlockWithTxHashes', { block_id: { block_number } });
  return { ...NOW, block: String(Math.max(0, block_number - 1)), time: String(timestamp) };
}

interface RawCall {
  readonly to: string;
  readonly selector: string;
  readonly calldata: readonly string[];
}

/** The calls in the calldata of an account: a list of target, selector and arguments, or the older form of Cairo 0. */
export function callsIn(calldata: readonly string[]): readonly RawCall[] {
  const calls = listedCalls(calldata) ?? cairo0Calls(calldata);
  if (!calls) throw new Error('This account does not take a list of calls as accounts do, so they cannot be edited.');
  return calls;
}

/** A length or a place in a list; one that is none is in no list. */
const sizeIn = (calldata: readonly string[], at: number): number => Number(calldata[at] ?? Number.NaN);

function listedCalls(calldata: readonly string[]): readonly RawCall[] | undefined {
  const calls: RawCall[] = [];
  let at = 1;
  const count = sizeIn(calldata, 0);
  while (calls.length < count && at < calldata.length) {
    const end = at + 3 + sizeIn(calldata, at + 2);
    if (!(end <= calldata.length)) return undefined;
    calls.push({ to: calldata[at]!, selector: calldata[at + 1]!, calldata: calldata.slice(at + 3, end) });
    at = end;
  }
  return at === calldata.length && calls.length === count ? calls : undefined;
}

/** Cairo 0: the calls with the places of their arguments, and then the arguments of all. */
function cairo0Calls(calldata: readonly string[]): readonly RawCall[] | undefined {
  const count = sizeIn(calldata, 0);
  const start = 2 + 4 * count;
  if (!(start <= calldata.length) || sizeIn(calldata, start - 1) !== calldata.length - start) return undefined;
  return Array.from({ length: count }, (_, i) => {
    const at = 1 + 4 * i;
    const first = start + sizeIn(calldata, at + 2);
    const end = first + sizeIn(calldata, at + 3);
    return { to: calldata[at]!, selector: calldata[at + 1]!, calldata: calldata.slice(first, end) };
  });
}

/** The felts of raw calldata, as they are typed. */
export const feltsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((felt) => felt !== '');

async function draftOf(node: NodeClient, { to, selector, calldata }: RawCall): Promise<CallDraft> {
  const found: RpcResult<'chain_getClassAt'> = await node.request('chain_getClassAt', {
    block_id: 'pre_confirmed',
    contract_address: to,
  });
  const fn = functionBySelector(abiOf(found), feltOfText(selector), selectorOfName);
  // Only the protocol calls constructors and L1 handlers, so they have no form.
  if (fn?.kind !== 'function') return { address: to, functionName: selector, texts: [calldata.join('\n')] };
  const decoded = decodeArguments(fn, calldata.map(feltOfText)) as Readonly<Record<string, unknown>>;
  return {
    address: to,
    functionName: fn.name,
    texts: fn.inputs.map(({ name, type }) => typedText(type, decoded[name])),
  };
}

/** A decoded value as it would be typed into a form. */
export function typedText(type: AbiType, value: unknown): string {
  switch (type.kind) {
    case 'nonZero':
      return typedText(type.value, value);
    case 'option':
      return value === null || value === undefined ? '' : typedText(type.value, value);
    case 'felt':
    case 'integer':
    case 'limbs':
    case 'bool':
    case 'byteArray':
      return String(value);
    case 'enum':
      return typeof value === 'string' ? value : writeJson(value);
    default:
      return writeJson(value);
  }
}
