import type { AbiFunction } from '../../abi/abiModel.ts';
import { feltsOfBytes, WORD_BYTES } from '../../abi/byteArray.ts';
import { functionNamed } from '../../abi/calldata.ts';
import { encodeArguments, encodeResult } from '../../abi/encode.ts';
import { BYTE_ARRAY_MAGIC } from '../../abi/panicData.ts';
import { readAbi } from '../../abi/readAbi.ts';
import type { Abi, Arguments, FunctionNames, Result } from '../../abi/types.ts';
import type { CheatSummary } from '../../rpc/format/cheat.ts';
import { checkOptions } from '../options/checkOptions.ts';
import type { SendRequest } from '../requests/requests.ts';
import { selectorText } from '../sending/calls.ts';
import {
  type AddressLike,
  type AmountLike,
  addressText,
  type FeltLike,
  feltText,
  type Hex,
  readAmount,
  toHex,
  wrongValue,
} from '../values.ts';

/** How long a cheat is in force. */
export interface CheatOptions {
  /** For so many calls, by transactions. Default: until it is stopped. */
  readonly calls?: number | undefined;
}

/** Options of a mock. */
export interface MockOptions<Args = readonly FeltLike[]> extends CheatOptions {
  /** Only calls with these arguments. Default: any. */
  readonly args?: Args | undefined;
}

/** A contract with its ABI, whose functions are mocked with decoded values. */
export interface CheatedContract<A extends Abi> {
  readonly address: FeltLike;
  readonly abi: A;
}

/** What a contract sees of its block. */
export interface BlockCheat {
  readonly number?: AmountLike | undefined;
  /** Seconds since 1970, or a date. */
  readonly timestamp?: AmountLike | Date | undefined;
  readonly sequencer?: AddressLike | undefined;
}

/** A cheat that is in force. */
export interface Cheat {
  readonly id: number;
  readonly kind: 'mock' | 'caller' | 'block';
  /** The contract; undefined for every contract. */
  readonly address: Hex | undefined;
  /** How many more calls it changes; undefined until it is stopped. */
  readonly callsLeft: number | undefined;
  /** Of a mock: the function, what it returns or panics with, and the only arguments, if it is for some. */
  readonly selector?: Hex | undefined;
  readonly retdata?: readonly Hex[] | undefined;
  readonly calldata?: readonly Hex[] | undefined;
  readonly panics?: boolean | undefined;
  /** Of a caller cheat. */
  readonly caller?: Hex | undefined;
  /** Of a block cheat. */
  readonly number?: number | undefined;
  readonly timestamp?: bigint | undefined;
  readonly sequencer?: Hex | undefined;
}

/**
 * Cheats for tests of contracts: answers of functions, callers and blocks that are not the real ones. Receipts, traces and explanations say where a
 * cheat changed something. Snapshots, clones and state files contain cheats.
 *
 * @example
 * await box.cheats.mock(oracle, 'price', 42n);
 */
export class CheatControls {
  readonly #request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.#request = request;
  }

  /**
   * Lets a function return something without running its contract, which need not exist. Given an address instead of a contract, the result
   * is a list of field elements. Returns the number of the cheat, for `stop`.
   *
   * @example
   * await box.cheats.mock(oracle, 'price', 42n);
   * await box.cheats.mock(oracle, 'price', 43n, { args: ['ETH'], calls: 1 });
   * await box.cheats.mock('0x123', 'total_supply', [5n, 0n]);
   */
  mock<const A extends Abi, N extends FunctionNames<A>>(
    contract: CheatedContract<A>,
    name: N,
    result: Result<A, N, 'in'>,
    options?: MockOptions<Arguments<A, N>>,
  ): Promise<number>;
  mock(
    contract: AddressLike,
    entryPoint: string | bigint,
    retdata: readonly FeltLike[],
    options?: MockOptions,
  ): Promise<number>;
  async mock(
    contract: AddressLike | CheatedContract<Abi>,
    name: string | bigint,
    result: unknown,
    options: MockOptions<readonly unknown[]> = {},
  ): Promise<number> {
    const entry = functionIn(contract, name);
    const retdata = entry ? encodeResult(entry, result).map(toHex) : feltTexts(result, 'retdata');
    return this.#mock(contract, name, entry, retdata, false, options);
  }

  /**
   * Lets a function panic without running its contract.
   *
   * @example
   * await box.cheats.mockPanic(oracle, 'price', 'stale price');
   */
  async mockPanic<const A extends Abi, N extends FunctionNames<A>>(
    contract: CheatedContract<A> | AddressLike,
    name: N | string | bigint,
    reason: string | readonly FeltLike[],
    options: MockOptions<Arguments<A, N> | readonly FeltLike[]> = {},
  ): Promise<number> {
    const panic = typeof reason === 'string' ? panicOf(reason) : feltTexts(reason, 'reason');
    return this.#mock(contract, name, functionIn(contract, name), panic, true, options);
  }

  /**
   * Lets a contract see another caller, also one that is no account. With `'any'` every contract does. The first call of a transaction keeps its
   * caller, zero, since accounts refuse others.
   *
   * @example
   * await box.cheats.caller(vault, bridge, { calls: 1 });
   * await vault.write.release(5n); // the vault sees a call of the bridge
   */
  async caller(contract: AddressLike | 'any', caller: AddressLike, options?: CheatOptions): Promise<number> {
    const { cheat_id } = await this.#request('devnet_cheatCaller', {
      ...callsOf(contract, options),
      caller_address: addressText(caller, 'caller'),
    });
    return cheat_id;
  }

  /**
   * Lets a contract, or with `'any'` every contract, see another number, time or sequencer of its block. The block itself keeps them: for its
   * time see `box.time`.
   *
   * @example
   * await box.cheats.block(lottery, { number: 1_000_000 });
   */
  async block(contract: AddressLike | 'any', block: BlockCheat, options?: CheatOptions): Promise<number> {
    checkOptions(block, ['number', 'timestamp', 'sequencer'], '{ number: 5 }');
    const { number, timestamp, sequencer } = block;
    const time = timestamp instanceof Date ? Math.floor(timestamp.getTime() / 1000) : timestamp;
    const { cheat_id } = await this.#request('devnet_cheatBlock', {
      ...callsOf(contract, options),
      block_number: number === undefined ? undefined : readAmount(number, 'number', 53),
      block_timestamp: time === undefined ? undefined : readAmount(time, 'timestamp', 64),
      sequencer_address: sequencer === undefined ? undefined : addressText(sequencer, 'sequencer'),
    });
    return cheat_id;
  }

  /**
   * The cheats in force, oldest first. Of two for the same thing the newer one counts, until it is stopped or used up.
   *
   * @example
   * const [first] = await box.cheats.list();
   */
  async list(): Promise<readonly Cheat[]> {
    const { cheats } = await this.#request('devnet_getCheats');
    return cheats.map(cheatOf);
  }

  /**
   * Stops a cheat by its number, or all of them.
   *
   * @throws SandboxError when there is no such cheat.
   * @example
   * const cheat = await box.cheats.mock(oracle, 'price', 42n);
   * await box.cheats.stop(cheat);
   */
  async stop(cheat?: number): Promise<void> {
    await this.#request('devnet_stopCheat', cheat === undefined ? {} : { cheat_id: cheat });
  }

  async #mock(
    contract: AddressLike,
    name: string | bigint,
    entry: AbiFunction | undefined,
    retdata: readonly Hex[],
    panics: boolean,
    options: MockOptions<readonly unknown[]>,
  ): Promise<number> {
    checkOptions(options, ['calls', 'args'], '{ calls: 1 }');
    const { calls, args } = options;
    const calldata = args && (entry ? encodeArguments(entry, args).map(toHex) : feltTexts(args, 'args'));
    const { cheat_id } = await this.#request('devnet_mockCall', {
      contract_address: addressText(contract, 'contract'),
      entry_point_selector: selectorText(entry?.name ?? name, 'entryPoint'),
      retdata,
      calldata,
      panics,
      calls,
    });
    return cheat_id;
  }
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

const cheatOf = (cheat: CheatSummary): Cheat => ({
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
