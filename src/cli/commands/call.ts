import { AbiError } from '../../abi/abiError.ts';
import type { AbiFunction } from '../../abi/abiModel.ts';
import { resultText } from '../../abi/abiText.ts';
import { decodeResult } from '../../abi/decode.ts';
import { hexOf, readFelts } from '../../abi/scalars.ts';
import { selectorOfName } from '../../abi/selector.ts';
import { errors } from '../../protocol/errors.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { askNode, NodeAnswerError } from './askNode.ts';
import { abiAt, prepareCall, readAddress } from './callAbi.ts';
import { optionsHelp } from './commandOptions.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { readArguments } from './readArguments.ts';

const HELP = `Call a function of a contract on a running node; nothing changes on the chain

Usage: starbox call [OPTIONS] ADDRESS FUNCTION [ARGS…]

  ADDRESS   the address of the contract
  FUNCTION  the name of the function
  ARGS      numbers (5 or 0x5), true or false, text; lists, structs and enums as JSON: '[1, 2]', '{"x": 1}'

Options:
${optionsHelp('call')}
Put -- before arguments that begin with a dash.

Examples:
  starbox call 0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d balance_of 0x64
  starbox call 0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d symbol --json
`;

const NOT_THERE = 'Is its block made yet (--block pre_confirmed), or is it on another node (--url)?';
/** Characters of a printed result. */
const MAX_TEXT = 100_000;

/** `starbox call ADDRESS FUNCTION [ARGS…]`. */
export async function callCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('call', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { words, own, json } = read;
  const [address, name, ...rest] = words;
  if (address === undefined || name === undefined)
    throw new UsageError(`call takes an address and the name of a function; see 'starbox help call'`);
  readAddress(address);
  const blockId = readBlock(String(own['block'] ?? 'latest'));
  const node = await read.node();
  const { entry, calldata } = prepareCall(await abiAt(node, address, blockId, NOT_THERE), name, rest);
  if (entry.mutability !== 'view')
    process.stderr.write(`${entry.name} is no view: this shows what it would return, and changes nothing.\n`);
  const request = {
    contract_address: address,
    entry_point_selector: hexOf(selectorOfName(entry.name)),
    calldata,
  };
  const felts = readFelts(await called(node, { request, block_id: blockId }), 'result');
  if (json) process.stdout.write(`${jsonText({ result: resultOf(entry, felts), felts: felts.map(hexOf) })}\n`);
  else process.stdout.write(`${resultText(entry, felts, { maxLength: MAX_TEXT }) || '(nothing)'}\n`);
  return 0;
}

/** A block as requests name it. */
function readBlock(text: string): unknown {
  if (['latest', 'pre_confirmed', 'l1_accepted'].includes(text)) return text;
  if (/^\d{1,15}$/.test(text)) return { block_number: Number(text) };
  if (/^0x[0-9a-fA-F]{1,64}$/.test(text)) return { block_hash: text };
  throw new UsageError(`'${text}' is not a block: latest, pre_confirmed, l1_accepted, a number or a hash`);
}

async function called(node: NodeAddress, params: object): Promise<string[]> {
  try {
    return await askNode<string[]>(node, 'starknet_call', params);
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || error.code !== errors.contractError.code) throw error;
    const { explanation } = (error.data ?? {}) as { readonly explanation?: unknown };
    throw typeof explanation === 'string' ? new StartError(explanation.trimEnd()) : error;
  }
}

/** The decoded result; undefined if the felts do not fit the ABI. */
function resultOf(entry: AbiFunction, felts: ReturnType<typeof readFelts>): unknown {
  try {
    return decodeResult(entry, felts) ?? null;
  } catch (error) {
    if (error instanceof AbiError) return undefined;
    throw error;
  }
}

/** JSON with integers of any size as decimal text, which every reader keeps exactly. */
const jsonText = (value: unknown) =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member), 2);
