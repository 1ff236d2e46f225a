// Values of cheats as requests have them. Loaded with the first cheat.
import type { AbiFunction } from '../../abi/abiModel.ts';
import { feltsOfBytes, WORD_BYTES } from '../../abi/byteArray.ts';
import { functionNamed } from '../../abi/calldata.ts';
import { encodeArguments, encodeResult } from '../../abi/encode.ts';
import { BYTE_ARRAY_MAGIC } from '../../abi/panicData.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { Abi } from '../../abi/types.ts';
import type { CheatSummary } from '../../rpc/format/cheat.ts';
import { checkOptions } from '../options/checkOptions.ts';
import { selectorText } from '../sending/calls.ts';
import { type AddressLike, addressText, feltText, type Hex, readAmount, toHex, wrongValue } from '../values.ts';
import type { BlockCheat, Cheat, CheatedContract, CheatOptions, MockAnswer, MockedFunction } from './cheatTypes.ts';

export function mockParams({ contract, name, options = {} }: MockedFunction, answer: MockAnswer) {
  checkOptions(options, ['calls', 'args'], '{ calls: 1 }');
  const { calls, args } = options;
  const entry = functionIn(contract, name);
  return {
    contract_address: addressText(contract, 'contract'),
    entry_point_selector: selectorText(entry?.name ?? name, 'entryPoint'),
    retdata: answerFelts(entry, answer),
    calldata: args && (entry ? encodeArguments(entry, args).map(toHex) : feltTexts(args, 'args')),
    panics: 'panic' in answer,
    calls,
  };
}

export const callerParams = (contract: AddressLike | 'any', caller: AddressLike, options?: CheatOptions) => ({
  ...callsOf(contract, options),
  caller_address: addressText(caller, 'caller'),
});

export function blockParams(contract: AddressLike | 'any', block: BlockCheat, options?: CheatOptions) {
  checkOptions(block, ['number', 'timestamp', 'sequencer'], '{ number: 5 }');
  const { number, timestamp, sequencer } = block;
  const time = timestamp instanceof Date ? Math.floor(timestamp.getTime() / 1000) : timestamp;
  return {
    ...callsOf(contract, options),
    block_number: number === undefined ? undefined : readAmount(number, 'number', 53),
    block_timestamp: time === undefined ? undefined : readAmount(time, 'timestamp', 64),
    sequencer_address: sequencer === undefined ? undefined : addressText(sequencer, 'sequencer'),
  };
}

function answerFelts(entry: AbiFunction | undefined, answer: MockAnswer): readonly Hex[] {
  if ('panic' in answer)
    return typeof answer.panic === 'string' ? panicOf(answer.panic) : feltTexts(answer.panic, 'reason');
  return entry ? encodeResult(entry, answer.result).map(toHex) : feltTexts(answer.result, 'retdata');
}

/** The function of a contract with an ABI; undefined for an address. */
function functionIn(contract: AddressLike | CheatedContract<Abi>, name: string | bigint): AbiFunction | undefined {
  if (typeof contract !== 'object' || contract === null || !('abi' in contract)) return undefined;
  return functionNamed(readAbi(contract.abi as Abi), String(name));
}

function callsOf(contract: AddressLike | 'any', options: CheatOptions = {}) {
  checkOptions(options, ['calls'], '{ calls: 1 }');
  const address = contract === 'any' ? undefined : addressText(contract, 'contract');
  return { contract_address: address, calls: options.calls };
}

function feltTexts(felts: unknown, name: string): Hex[] {
  if (!Array.isArray(felts))
    throw wrongValue(name, 'a list of field elements; give the contract with its ABI for decoded values', felts);
  return felts.map((felt, i) => feltText(felt, `${name}[${i}]`));
}

/** What a contract panics with: a short string if it fits into one, or a ByteArray. */
function panicOf(reason: string): Hex[] {
  const bytes = new TextEncoder().encode(reason);
  const felts = feltsOfBytes(bytes);
  const isShort = bytes.length > 0 && bytes.length <= WORD_BYTES;
  // A ByteArray begins with the number of its full words, after which comes the first word.
  return (isShort ? [felts[1]!] : [BYTE_ARRAY_MAGIC, ...felts]).map(toHex);
}

/** A cheat as users see it. */
export const cheatOf = (cheat: CheatSummary): Cheat => ({
  id: cheat.cheat_id,
  kind: cheat.kind.toLowerCase() as Cheat['kind'],
  address: cheat.contract_address ?? undefined,
  callsLeft: cheat.calls_left ?? undefined,
  ...(cheat.entry_point_selector && {
    selector: cheat.entry_point_selector,
    retdata: cheat.retdata,
    calldata: cheat.calldata,
    panics: cheat.panics,
  }),
  ...(cheat.caller_address && { caller: cheat.caller_address }),
  ...(cheat.block_number !== undefined && { number: cheat.block_number }),
  ...(cheat.block_timestamp !== undefined && { timestamp: BigInt(cheat.block_timestamp) }),
  ...(cheat.sequencer_address && { sequencer: cheat.sequencer_address }),
});
