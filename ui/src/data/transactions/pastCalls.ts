import type { AbiType } from '../../../../src/abi/abiType.ts';
import { decodeArguments } from '../../../../src/abi/decode.ts';
import { functionBySelector } from '../../../../src/abi/functionBySelector.ts';
import { selectorOfName } from '../../../../src/abi/selector.ts';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { abiOf } from '../contracts/contractAbi.ts';
import { feltOfText } from '../contracts/values.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { jsonText } from '../text/jsonText.ts';
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
  // The state after the block before it; earlier transactions of its own block are not in it.
  const block = receipt.block_hash === undefined ? '' : String(Math.max(0, receipt.block_number - 1));
  return { from: sent.sender_address, calls, whatIf: { ...NOW, block } };
}

interface RawCall {
  readonly to: string;
  readonly selector: string;
  readonly calldata: readonly string[];
}

/** The calls in the calldata of an account: a list of target, selector and arguments. */
export function callsIn(calldata: readonly string[]): readonly RawCall[] {
  const unfit = () => new Error('This account does not take a list of calls as accounts do, so they cannot be edited.');
  const size = (text: string | undefined): number => {
    const value = text === undefined ? -1 : Number(text);
    if (!Number.isSafeInteger(value) || value < 0 || value > calldata.length) throw unfit();
    return value;
  };
  const calls: RawCall[] = [];
  let at = 1;
  for (let left = size(calldata[0]); left > 0; left--) {
    const length = size(calldata[at + 2]);
    const end = at + 3 + length;
    if (end > calldata.length) throw unfit();
    calls.push({ to: calldata[at]!, selector: calldata[at + 1]!, calldata: calldata.slice(at + 3, end) });
    at = end;
  }
  if (at !== calldata.length) throw unfit();
  return calls;
}

async function draftOf(node: NodeClient, { to, selector, calldata }: RawCall): Promise<CallDraft> {
  const found: RpcResult<'chain_getClassAt'> = await node.request('chain_getClassAt', {
    block_id: 'pre_confirmed',
    contract_address: to,
  });
  const fn = functionBySelector(abiOf(found), feltOfText(selector), selectorOfName);
  if (!fn) throw new Error(`The ABI of ${to} has no function with the selector ${selector}.`);
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
      return typeof value === 'string' ? value : jsonText(value);
    default:
      return jsonText(value);
  }
}
