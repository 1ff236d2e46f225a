import type { Felt } from '../felt/felt.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { AbiError } from './abiError.ts';
import type { AbiFunction } from './abiModel.ts';
import type {
  AnswerOf,
  ContractBackend,
  ContractCall,
  EventFilter,
  OptionsOf,
  RawEvent,
  SimulationOptionsOf,
} from './contractBackend.ts';
import { decodeResult } from './decode.ts';
import { encodeArguments } from './encode.ts';
import { eventFilter } from './eventFilter.ts';
import { decodeMembersOf, findEvent } from './events.ts';
import type { EventArguments, EventNames } from './eventTypes.ts';
import type { Documented } from './namedAbi.ts';
import { readAbi } from './readAbi.ts';
import { type Hex, hexOf, listText, readFelts, readHex, valueText } from './scalars.ts';
import type {
  Abi,
  Arguments,
  ExternalNames,
  FunctionNames,
  IsLoose,
  ListedFunctions,
  Result,
  ViewNames,
} from './types.ts';

/** A decoded event and the one it was decoded from. */
export type FoundEvent<A extends Abi, N extends EventNames<A>, R = RawEvent> = N extends string
  ? { readonly name: N; readonly args: EventArguments<A, N>; readonly raw: R }
  : never;

/** These functions, as a list to map over: a type that maps the list keeps its documentation. */
type Listed<A extends Abi, N> = Pick<ListedFunctions<A>, N & FunctionNames<A> & keyof ListedFunctions<A>>;
/** The events, in the same way. */
type EventList<A extends Abi> = Documented<A, 'events', { readonly [N in EventNames<A>]: N }>;
type ListedEvents<A extends Abi> = Pick<EventList<A>, EventNames<A> & keyof EventList<A>>;

declare const probe: Readonly<Record<string, true>>;
/** Whether the user's `noUncheckedIndexedAccess` is on, as `tsc --init` sets it: members by any name may then be undefined. */
type ChecksNames = undefined extends typeof probe.anyName ? true : false;
/**
 * Functions of an ABI that is not written `as const`. Where the compiler would ask for a check before each call they are `any`, the one
 * type that it does not ask for.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
type LooseMethods<T> = Readonly<Record<string, ChecksNames extends true ? any : (...args: unknown[]) => T>>;

/**
 * A contract on a node. Its functions take their arguments in order, and after them what the backend takes as options.
 */
export interface Contract<A extends Abi, B extends ContractBackend> {
  /** Where the contract is. */
  readonly address: Hex;
  /** The ABI that it was made with. */
  readonly abi: A;
  /**
   * Calls functions that change nothing, and gives what they return.
   *
   * @example
   * const balance = await token.read.balance_of(alice); // 5n
   */
  readonly read: IsLoose<A> extends true
    ? LooseMethods<Promise<unknown>>
    : {
        readonly [N in keyof Listed<A, ViewNames<A>>]: (
          ...args: [...Arguments<A, N>, ...OptionsOf<B['call']>]
        ) => Promise<Result<A, N>>;
      };
  /**
   * Sends a transaction with one call, and gives its receipt.
   *
   * @example
   * const receipt = await token.write.transfer(bob, 5n, { from: alice });
   */
  readonly write: IsLoose<A> extends true
    ? LooseMethods<Promise<AnswerOf<B['invoke']>>>
    : {
        readonly [N in keyof Listed<A, ExternalNames<A>>]: (
          ...args: [...Arguments<A, N>, ...OptionsOf<B['invoke']>]
        ) => Promise<AnswerOf<B['invoke']>>;
      };
  /**
   * Calls functions that would change something, changes nothing, and gives what they return.
   *
   * @example
   * const isPossible = await token.simulate.transfer(bob, 5n);
   */
  readonly simulate: IsLoose<A> extends true
    ? LooseMethods<Promise<unknown>>
    : {
        readonly [N in keyof Listed<A, ExternalNames<A>>]: (
          ...args: [...Arguments<A, N>, ...SimulationOptionsOf<B>]
        ) => Promise<Result<A, N>>;
      };
  /**
   * Tells what a transaction with one call would cost, and sends nothing; undefined if the backend cannot tell.
   *
   * @example
   * const { fee } = await token.estimate.transfer(bob, 5n, { from: alice });
   */
  readonly estimate: B extends { readonly estimate: infer M }
    ? IsLoose<A> extends true
      ? LooseMethods<Promise<AnswerOf<M>>>
      : {
          readonly [N in keyof Listed<A, ExternalNames<A>>]: (
            ...args: [...Arguments<A, N>, ...OptionsOf<M>]
          ) => Promise<AnswerOf<M>>;
        }
    : undefined;
  /**
   * Makes calls without sending them, to send several in one transaction.
   *
   * @example
   * await backend.invoke([token.populate.approve(vault, 5n), vault.populate.deposit(5n)], { from: alice });
   */
  readonly populate: IsLoose<A> extends true
    ? LooseMethods<ContractCall>
    : { readonly [N in keyof Listed<A, FunctionNames<A>>]: (...args: Arguments<A, N>) => ContractCall };
  /**
   * Finds events of this contract by name, with these values among their members.
   *
   * @example
   * const [first] = await token.events.Transfer({ to: bob });
   * first.args.value; // 5n
   */
  readonly events: IsLoose<A> extends true
    ? LooseMethods<
        Promise<readonly FoundEvent<A, EventNames<A>, AnswerOf<B['events']>[number & keyof AnswerOf<B['events']>]>[]>
      >
    : {
        readonly [N in keyof ListedEvents<A>]: (
          filter?: Partial<EventArguments<A, N, 'in'>>,
          ...options: OptionsOf<B['events']>
        ) => Promise<FoundEvent<A, N, AnswerOf<B['events']>[number & keyof AnswerOf<B['events']>]>[]>;
      };
  /**
   * The events that this contract emitted, from a receipt or a list of events, in their order. Events of other contracts
   * and those that the ABI does not know are left out.
   *
   * @example
   * const [transfer] = token.parseEvents(receipt, 'Transfer');
   */
  parseEvents<N extends EventNames<A> = EventNames<A>, R extends RawEvent = RawEvent>(
    source: { readonly events: readonly R[] } | readonly R[],
    name?: N,
  ): FoundEvent<A, N, R>[];
}

/**
 * A contract with functions and events that are typed by its ABI, whatever node it is on.
 *
 * @example
 * const token = contractOf(erc20Abi, '0x4718…', backend);
 * await token.write.transfer(bob, 5n, { from: alice });
 * expect(await token.read.balance_of(bob)).toBe(5n);
 */
export function contractOf<const A extends Abi, B extends ContractBackend>(
  abi: A,
  address: Hex | bigint,
  backend: B,
): Contract<A, B> {
  const model = readAbi(abi);
  const at = readHex(address);
  if (at === undefined || at < 0n || at >= 2n ** 251n)
    throw new AbiError(`address: expected a contract address (0x… text or bigint), got ${valueText(address)}`);
  const contractAddress = hexOf(at as Felt);
  const node = backend as unknown as LooseBackend;

  const prepare = (entry: AbiFunction, args: readonly unknown[]): ContractCall => ({
    contractAddress,
    entrypoint: entry.name,
    calldata: encodeArguments(entry, args).map(hexOf),
  });
  /** The call, and the options after its arguments. */
  const split = (entry: AbiFunction, args: readonly unknown[]) => {
    const count = entry.inputs.length;
    const hasOptions = args.length === count + 1;
    return { call: prepare(entry, hasOptions ? args.slice(0, count) : args), options: args.slice(count) };
  };
  const askBy = (ask: LooseBackend['call']) => async (entry: AbiFunction, args: readonly unknown[]) => {
    const { call, options } = split(entry, args);
    return decodeResult(entry, readFelts(await ask(call, ...options), 'result'));
  };
  const ask = askBy((call, ...options) => node.call(call, ...options));
  const simulate = node.simulate ? askBy((call, ...options) => node.simulate!(call, ...options)) : ask;
  const passTo = (take: LooseBackend['invoke']) => async (entry: AbiFunction, args: readonly unknown[]) => {
    const { call, options } = split(entry, args);
    return take([call], ...options);
  };
  const send = passTo((calls, ...options) => node.invoke(calls, ...options));
  const estimate = node.estimate && passTo((calls, ...options) => node.estimate!(calls, ...options));

  const parse = (list: readonly RawEvent[], name: string | undefined) =>
    list.flatMap((raw) => {
      if (readHex(raw.from_address) !== at) return [];
      const felts = { keys: readFelts(raw.keys, 'keys'), data: readFelts(raw.data, 'data') };
      const event = findEvent(model, felts.keys);
      if (!event || (name !== undefined && event.name !== name)) return [];
      return [{ name: event.name, args: decodeMembersOf(event, felts), raw }];
    });

  const eventNames = model.events.map((event) => event.name);
  const find = Object.assign(
    Object.create(misspelt('event', eventNames)),
    Object.fromEntries(
      model.events.map((event) => [
        event.name,
        async (filter: Readonly<Record<string, unknown>> = {}, ...options: unknown[]) => {
          const { keys, isWanted } = eventFilter(event, filter);
          const list = await node.events({ address: contractAddress, keys }, ...options);
          return parse(list, event.name).filter(({ args }) => isWanted(args));
        },
      ]),
    ),
  );
  const contract = {
    address: contractAddress,
    abi,
    read: methods(model.functions, (entry) => !isExternal(entry), ask, 'write', 'changes state'),
    write: methods(model.functions, isExternal, send, 'read', 'is a view'),
    simulate: methods(model.functions, isExternal, simulate, 'read', 'is a view'),
    estimate: estimate && methods(model.functions, isExternal, estimate, 'read', 'is a view'),
    populate: methods(model.functions, () => true, prepare, '', ''),
    events: find,
    parseEvents: (source: { readonly events: readonly RawEvent[] } | readonly RawEvent[], name?: string) => {
      if (name !== undefined && !eventNames.includes(name)) throw unknownName('event', name, eventNames);
      return parse('events' in source ? source.events : source, name);
    },
  };
  return contract as unknown as Contract<A, B>;
}

const isExternal = ({ mutability }: AbiFunction): boolean => mutability === 'external';

/** A backend whatever its options are. */
interface LooseBackend {
  call(call: ContractCall, ...options: readonly unknown[]): Promise<readonly (Hex | bigint | string)[]>;
  simulate?(call: ContractCall, ...options: readonly unknown[]): Promise<readonly (Hex | bigint | string)[]>;
  estimate?(calls: readonly ContractCall[], ...options: readonly unknown[]): Promise<object>;
  invoke(calls: readonly ContractCall[], ...options: readonly unknown[]): Promise<object>;
  events(filter: EventFilter, ...options: readonly unknown[]): Promise<readonly RawEvent[]>;
}

/** An object with a method for each function of a kind. Those of the other kind say where they are. */
function methods<T>(
  functions: ReadonlyMap<string, AbiFunction>,
  isWanted: (entry: AbiFunction) => boolean,
  run: (entry: AbiFunction, args: readonly unknown[]) => T,
  otherPlace: string,
  why: string,
): Readonly<Record<string, (...args: unknown[]) => T>> {
  const result = Object.create(misspelt('function', [...functions.keys()]));
  for (const [name, entry] of functions) {
    const refuse = () => {
      throw new AbiError(`${name} ${why}: use \`${otherPlace}.${name}\`.`);
    };
    const value = isWanted(entry) ? (...args: unknown[]) => run(entry, args) : refuse;
    // Listed once: names with their interfaces are for those that clash.
    Object.defineProperty(result, name, { value, enumerable: value !== refuse && name === entry.name });
  }
  return result;
}

function unknownName(what: 'function' | 'event', name: string, names: readonly string[]): AbiError {
  // Names with their interfaces are for those that clash.
  const listed = names.filter((each) => !each.includes('::'));
  const has = listed.length === 0 ? `no ${what}s` : listText(listed, (each) => each);
  return new AbiError(`The ABI has no ${what} ${name}. ${didYouMean(name, names, `It has ${has}.`)}`);
}

/** Members that programs look for in any object: promises, JSON, and test runners that compare or print values. */
const PROBED: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  'constructor',
  'inspect',
  'nodeType',
  'nodeName',
  'tagName',
  'hasAttribute',
  'toString',
  'valueOf',
  '$$typeof',
  '@@__IMMUTABLE_ITERABLE__@@',
  '@@__IMMUTABLE_RECORD__@@',
]);

/** What names that are not there lead to: a function that says so when it is called. */
function misspelt(what: 'function' | 'event', names: readonly string[]): object {
  return new Proxy(Object.create(null), {
    get: (_, name) => {
      if (typeof name === 'symbol' || PROBED.has(name)) return undefined;
      return () => {
        throw unknownName(what, name, names);
      };
    },
  });
}
