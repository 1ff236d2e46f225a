// Contracts of a sandbox: classes are declared, contracts deployed and used, by transactions of the library's accounts.

import { encodeConstructor } from '../../abi/calldata.ts';
import { type Contract, contractOf } from '../../abi/contract.ts';
import type { EventFilter, ContractCall as PopulatedCall, RawEvent } from '../../abi/contractBackend.ts';
import type { Abi, ConstructorArguments } from '../../abi/types.ts';
import type { Node } from '../../chain/node.ts';
import { keyOf } from '../../felt/key.ts';
import { errors } from '../../protocol/errors.ts';
import { classFilesOf } from '../../tools/names/classFiles.ts';
import { SandboxError } from '../errors.ts';
import {
  abiOf,
  ClassFileError,
  type ClassSource,
  classNamed,
  classPath,
  isContractName,
  readClassSource,
} from '../files/classFile.ts';
import { type ContractClass, checkTypes, isContractClass } from '../files/contractClass.ts';
import { blockIn, checkOptions } from '../options/checkOptions.ts';
import type { SendRequest } from '../requests/requests.ts';
import type { RunningCalls } from '../requests/runningCalls.ts';
import { callParams, callsText } from '../sending/calls.ts';
import { type DeployingHost, declareClass, deployContract } from '../sending/deploying.ts';
import type { FeeEstimate } from '../sending/fees.ts';
import type { Sender } from '../sending/sender.ts';
import { ESTIMATE_OPTIONS, type EstimateOptions, SEND_OPTIONS, type SendOptions } from '../sending/sendOptions.ts';
import type { SentTransaction } from '../sending/sentTransaction.ts';
import {
  type AddressLike,
  type AtBlock,
  addressText,
  type BlockLike,
  type FeltLike,
  feltText,
  type Hex,
  readBlock,
  readFelt,
  toHex,
  wrongValue,
} from '../values.ts';
import { markContract } from './madeContracts.ts';

/** How a class is declared. */
export interface DeclareOptions<A extends Abi = Abi> extends Omit<SendOptions, 'allowRevert'> {
  /** The ABI, written `as const`, that gives types to what is deployed from this class. Default: the class's own ABI. */
  readonly abi?: A | undefined;
}

/** A class that is declared. `box.deploy` takes it. */
export interface Declaration<A extends Abi = Abi> {
  readonly classHash: Hex;
  readonly compiledClassHash: Hex;
  /** The transaction that declared it; undefined when it was declared before. */
  readonly transactionHash: Hex | undefined;
  readonly abi: A;
}

/**
 * How a contract is deployed. `nonce`, `resourceBounds` and `tip` are those of the deployment; if the class is declared before, that is a
 * transaction of its own, with the defaults.
 */
export interface DeployOptions<A extends Abi = Abi> extends Omit<SendOptions, 'allowRevert'> {
  /** Decides the address, together with the class and the arguments. Default: a new one for each deployment, from sender and nonce. */
  readonly salt?: FeltLike | undefined;
  /** Whether the address depends on the sender too. Default: true. */
  readonly unique?: boolean | undefined;
  /** The ABI, written `as const`, that gives types to the contract. Default: the class's own ABI. */
  readonly abi?: A | undefined;
}

/** Which blocks are searched for events. */
export interface EventRange {
  /** The first block. Default: the first one of this sandbox, which on a fork is the one after the forked block. */
  readonly fromBlock?: BlockLike | undefined;
  /** The last block. Default: the open one. */
  readonly toBlock?: BlockLike | undefined;
}

/** An event with its place in the chain. */
export interface EmittedEvent extends RawEvent {
  readonly from_address: Hex;
  readonly keys: readonly Hex[];
  readonly data: readonly Hex[];
  readonly transaction_hash: Hex;
  readonly block_number?: number | undefined;
  readonly block_hash?: Hex | undefined;
}

/** Options of `simulate`: who would send the transaction, and after which block. */
export interface SimulateOptions extends AtBlock, Pick<SendOptions, 'from'> {}

/** The calls, transactions and events of a sandbox, as `contractOf` uses them. */
export interface SandboxBackend {
  /** Calls a function without a transaction. */
  call(call: PopulatedCall, options?: AtBlock): Promise<readonly Hex[]>;
  /** Runs a transaction with one call and drops its effects; gives what the function returned. */
  simulate(call: PopulatedCall, options?: SimulateOptions): Promise<readonly Hex[]>;
  /** Tells what a transaction would use and cost. */
  estimate(calls: readonly PopulatedCall[], options?: EstimateOptions): Promise<FeeEstimate>;
  /** Sends a transaction. */
  invoke(calls: readonly PopulatedCall[], options?: SendOptions): Promise<SentTransaction>;
  /** Finds events. */
  events(filter: EventFilter, options?: EventRange): Promise<readonly EmittedEvent[]>;
}

/**
 * A contract of a sandbox, with functions and events typed by its ABI.
 *
 * @example
 * const token: SandboxContract<typeof erc20Abi> = box.contract(erc20Abi, address);
 */
export type SandboxContract<A extends Abi = Abi> = Contract<A, SandboxBackend>;

/** A contract and the transaction that deployed it. */
export type DeployedContract<A extends Abi = Abi> = SandboxContract<A> & {
  readonly classHash: Hex;
  readonly deployment: SentTransaction;
};

/** What contracts need of their sandbox. */
export interface ContractsParts {
  readonly request: SendRequest;
  readonly node: Node;
  readonly sender: Sender;
  readonly running: RunningCalls;
}

const DECLARE_OPTIONS = [
  'from',
  'nonce',
  'resourceBounds',
  'tip',
  'abi',
] as const satisfies readonly (keyof DeclareOptions)[];
const DEPLOY_OPTIONS = [...DECLARE_OPTIONS, 'salt', 'unique'] as const satisfies readonly (keyof DeployOptions)[];
const PAGE = 1000;

/** Declares, deploys and uses contracts. */
export class Contracts {
  readonly backend: SandboxBackend;
  readonly #parts: ContractsParts;
  readonly #host: DeployingHost;

  constructor(parts: ContractsParts) {
    this.#parts = parts;
    const { request, node, sender } = parts;
    this.#host = {
      sender,
      get udcAddress() {
        return node.system.udcAddress;
      },
      abiOf: async (classHash) => {
        const declared = await node.chain.classAt(classHash, 'open');
        return declared && abiOf(declared.definition);
      },
    };
    this.backend = {
      call: async (call, options) => request('starknet_call', callParams(call, blockIn(options))),
      simulate: async (call, given) => {
        checkOptions(given, ['from', 'block'], '{ from: alice }');
        const { block = 'pre_confirmed', ...options } = given ?? {};
        return sender.simulate(call, options, readBlock(block, 'block'));
      },
      estimate: async (calls, options) => {
        checkOptions(options, ESTIMATE_OPTIONS, '{ from: alice }');
        return sender.estimate(calls, options);
      },
      invoke: async (calls, options) => {
        checkOptions(options, SEND_OPTIONS, '{ from: alice }');
        return parts.running.run(
          'call',
          () => callsText(calls),
          () => sender.invoke(calls, options),
        );
      },
      events: async (filter, range) => {
        checkOptions(range, ['fromBlock', 'toBlock'], '{ fromBlock: 5 }');
        return this.#events(filter, range);
      },
    };
  }

  async declare<A extends Abi>(
    given: ClassSource | ContractClass<A>,
    options: DeclareOptions<A> = {},
  ): Promise<Declaration<A>> {
    checkOptions(options, DECLARE_OPTIONS, '{ from: alice }');
    const typed = isContractClass<A>(given) ? given : undefined;
    const named = typed?.file ?? given;
    const source = isContractName(named) ? await classNamed(named) : named;
    const { node } = this.#parts;
    const { debugInfo, ...definition } = await readClassSource(source);
    if (typed) checkTypes(typed, abiOf(definition));
    const { classHash, compiledClassHash } = await node.compileToDeclare(definition).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ClassFileError(`${sourceName(source)}: ${reason}`, { cause: error });
    });
    // Beside the chain: what is on it does not depend on debug information, which no declaration carries.
    const path = classPath(source);
    const { surroundings } = node;
    // Names and sources of classes are looked for in this class file too.
    if (path !== undefined) surroundings.artifacts?.add(path);
    if (debugInfo !== undefined) classFilesOf(surroundings).set(keyOf(classHash), { ...definition, debugInfo });
    const sent = await declareClass(this.#host, definition, { classHash, compiledClassHash }, options);
    return {
      classHash: toHex(classHash),
      compiledClassHash: toHex(compiledClassHash),
      transactionHash: sent?.transactionHash,
      abi: options.abi ?? typed?.abi ?? (abiOf(definition) as A),
    };
  }

  async deploy<A extends Abi>(
    source: ClassSource | FeltLike | Declaration<A> | ContractClass<A>,
    args: ConstructorArguments<A> | undefined,
    options: DeployOptions<A> = {},
  ): Promise<DeployedContract<A>> {
    return this.deployWith(source, { args: args ?? [] }, options);
  }

  /** Deploys a contract with the arguments of its constructor, or with their calldata. */
  async deployWith<A extends Abi>(
    source: ClassSource | FeltLike | Declaration<A>,
    given: { readonly args: unknown } | { readonly calldata: readonly Hex[] },
    options: DeployOptions<A> = {},
  ): Promise<DeployedContract<A>> {
    checkOptions(options, DEPLOY_OPTIONS, '{ from: alice }');
    const { salt, unique = true, ...sending } = options;
    const { classHash, abi } = await this.#declared(source, sending);
    if (typeof unique !== 'boolean') throw wrongValue('unique', 'true or false', unique);
    const calldata =
      'calldata' in given
        ? given.calldata
        : encodeConstructor<Abi>(await this.#constructorAbi(classHash, abi), given.args as ConstructorArguments<Abi>);
    const chosen = salt === undefined ? undefined : feltText(salt, 'salt');
    const { address, deployment } = await deployContract(
      this.#host,
      { classHash, calldata, salt: chosen, unique },
      { ...sending, allowRevert: false },
    );
    return markContract({ ...this.at(abi, address!), classHash, deployment }) as DeployedContract<A>;
  }

  at<const A extends Abi>(source: A | ContractClass<A>, address: AddressLike): SandboxContract<A> {
    const abi = isContractClass<A>(source) ? source.abi : source;
    return markContract(contractOf(abi, addressText(address, 'address'), this.backend));
  }

  /** The class to deploy, declared if it is not yet. */
  async #declared<A extends Abi>(
    source: ClassSource | FeltLike | Declaration<A> | ContractClass<A>,
    options: DeclareOptions<A>,
  ): Promise<{ readonly classHash: Hex; readonly abi: A }> {
    const { abi } = options;
    if (isDeclaration<A>(source)) return { classHash: feltText(source.classHash, 'classHash'), abi: abi ?? source.abi };
    if (typeof source !== 'bigint' && !(typeof source === 'string' && /^0x[0-9a-f]+$/i.test(source)))
      return this.declare<A>(source, { ...options, nonce: undefined, resourceBounds: undefined, tip: undefined });
    const classHash = readFelt(source, 'classHash');
    const declared = await this.#host.abiOf(classHash);
    if (!declared)
      throw new SandboxError('box.deploy', {
        ...errors.classHashNotFound,
        message: `No class is declared with the hash ${toHex(classHash)}: declare it first with box.declare(file).`,
      });
    return { classHash: toHex(classHash), abi: abi ?? (declared as A) };
  }

  /** The ABI that has the constructor: an ABI of an interface, such as that of tokens, has none, and then the class's own one. */
  async #constructorAbi(classHash: Hex, abi: Abi): Promise<Abi> {
    if (abi.some(({ type }) => type === 'constructor')) return abi;
    return (await this.#host.abiOf(readFelt(classHash, 'classHash'))) ?? abi;
  }

  async #events(
    { address, keys }: EventFilter,
    { fromBlock, toBlock = 'pre_confirmed' }: EventRange = {},
  ): Promise<readonly EmittedEvent[]> {
    const { firstNumber, openNumber } = this.#parts.node.chain;
    // Nodes know the open block by its tag, and not by its number.
    const idOf = (block: BlockLike, name: string) =>
      readBlock(typeof block === 'number' && block === openNumber ? 'pre_confirmed' : block, name);
    const filter = {
      address,
      keys,
      from_block: idOf(fromBlock ?? firstNumber, 'fromBlock'),
      to_block: idOf(toBlock, 'toBlock'),
      chunk_size: PAGE,
    };
    const found: EmittedEvent[] = [];
    let token: string | undefined;
    do {
      const page = await this.#parts.request('starknet_getEvents', {
        filter: token === undefined ? filter : { ...filter, continuation_token: token },
      });
      found.push(...page.events);
      token = page.continuation_token;
    } while (token !== undefined);
    return found;
  }
}

const isDeclaration = <A extends Abi>(source: unknown): source is Declaration<A> =>
  typeof source === 'object' && source !== null && 'classHash' in source && 'abi' in source;

const sourceName = (source: ClassSource): string =>
  source instanceof URL || (typeof source === 'string' && !/^\s*\{/.test(source))
    ? `The class file ${source} cannot be compiled`
    : 'The class cannot be compiled';
