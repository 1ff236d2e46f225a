import type { AbiEvent, AbiModel } from '../../abi/abiModel.ts';
import { decodeMembersOf, findEvent } from '../../abi/events.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { PlacedTransaction, StoredTransaction } from '../../chain/value/block.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import type { ReceiptEvent } from '../../execution/receipt.ts';
import { type Felt, P, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { classAbi } from '../names/classFacts.ts';
import { knownClassOf } from '../names/knownClass.ts';
import { type ItemCursor, itemsBefore, transactionsBefore } from './itemCursor.ts';
import { matchingTransactions, type SearchProgress } from './matchingTransactions.ts';
import { CONTRACT, EVENT_FELT, feltHash } from './transactionValues.ts';

/** What events are searched for. What is undefined allows all. */
export interface EventSearch {
  readonly contract: Felt | undefined;
  /** The selector of an event, which is its first key, or a later one if it belongs to a component. */
  readonly selector: Felt | undefined;
  /** Members with their values, as texts: numbers in any form, or texts. A path such as `order.price` leads into a struct. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** An event that was found, with its ABI if that is known. */
export interface LocatedEvent {
  readonly transaction: PlacedTransaction;
  readonly eventIndex: number;
  readonly event: ReceiptEvent;
  readonly abi: AbiEvent | undefined;
}

/**
 * The events of local blocks that match, the newest first. Yields undefined where other work may run, or the search may end: `progress` says
 * how far it has come.
 */
export function* searchEvents(
  view: ChainView,
  { contract, selector, fields }: EventSearch,
  range: readonly [number, number],
  before: ItemCursor | undefined,
  progress: SearchProgress,
): Generator<LocatedEvent | undefined> {
  const models = new Map<FeltKey, AbiModel | undefined>();
  const modelOf = (address: Felt): AbiModel | undefined => {
    const key = keyOf(address);
    if (!models.has(key)) {
      const known = knownClassOf(view, address);
      models.set(key, known && classAbi(known.definition));
    }
    return models.get(key);
  };
  const wanted = fields.map(fieldMatcher);
  const firsts = selector === undefined ? undefined : yield* firstKeys(view, selector);
  const mayMatch = (event: ReceiptEvent): boolean =>
    (contract === undefined || event.fromAddress === contract) &&
    (firsts === undefined || (event.keys.length > 0 && firsts.includes(event.keys[0]!))) &&
    wanted.every(({ mayBeIn }) => mayBeIn(event));
  const search = {
    matches: ({ receipt }: StoredTransaction) => receipt.events.some(mayMatch),
    // What excludes most comes first.
    hashed: [
      ...wanted.flatMap(({ felts }) => (felts ? [felts.map((felt) => feltHash(felt, EVENT_FELT))] : [])),
      ...(contract === undefined ? [] : [[feltHash(contract, CONTRACT)]]),
      ...(firsts === undefined ? [] : [firsts.map((felt) => feltHash(felt, EVENT_FELT))]),
    ],
  };
  for (const transaction of matchingTransactions(view.value, search, range, transactionsBefore(before), progress)) {
    if (transaction === undefined) {
      yield undefined;
      continue;
    }
    const { events } = transaction.receipt;
    let isFound = false;
    for (let eventIndex = itemsBefore(transaction, events.length, before) - 1; eventIndex >= 0; eventIndex--) {
      const event = events[eventIndex]!;
      if (!mayMatch(event)) continue;
      const model = modelOf(event.fromAddress);
      const abi = model && findEvent(model, event.keys, selectorOf);
      if (!isNamed(event, abi, selector) || !hasFields(event, abi, wanted)) continue;
      isFound = true;
      yield { transaction, eventIndex, event, abi };
    }
    // A transaction may seem to match and have no such event. A chain of them must not be one long turn.
    if (!isFound) yield undefined;
  }
}

/** The first keys that an event with this selector can have: its own, or those of the components that have it. */
function* firstKeys({ value }: ChainView, selector: Felt): Generator<undefined, readonly Felt[]> {
  const keys = new Set<Felt>([selector]);
  for (const [, { definition }] of value.open.state.localClasses()) {
    for (const { path } of classAbi(definition).events)
      if (path.length > 1 && selectorOf(path.at(-1)!) === selector) keys.add(selectorOf(path[0]!));
    yield undefined;
  }
  return [...keys];
}

function isNamed({ keys }: ReceiptEvent, abi: AbiEvent | undefined, selector: Felt | undefined): boolean {
  if (selector === undefined) return true;
  return abi ? selectorOf(abi.path.at(-1)!) === selector : keys[0] === selector;
}

interface FieldMatcher {
  readonly path: readonly string[];
  /** The felts of which an event with this value has one; undefined if the value is no number. */
  readonly felts: readonly Felt[] | undefined;
  /** A quick look at the felts: false only if no member can have the value. */
  readonly mayBeIn: (event: ReceiptEvent) => boolean;
  readonly isValue: (member: unknown) => boolean;
}

const LOW = 2n ** 128n - 1n;

function fieldMatcher({ name, value }: { readonly name: string; readonly value: string }): FieldMatcher {
  const path = name.split('.');
  const text = value.trim();
  const number = /^(?:0x[\da-f]{1,64}|\d{1,78})$/i.test(text) ? BigInt(text) : undefined;
  if (number === undefined)
    return {
      path,
      felts: undefined,
      mayBeIn: () => true,
      isValue: (member) => String(member).toLowerCase() === text.toLowerCase(),
    };
  // A number that fills two felts begins with its low half.
  const felts = [number, number & LOW].filter((felt) => felt < P).map(toFelt);
  const isFelt = (felt: Felt) => felts.includes(felt);
  return {
    path,
    felts,
    mayBeIn: ({ keys, data }) => keys.some(isFelt) || data.some(isFelt),
    isValue: (member) => numberOf(member) === number,
  };
}

/** The number of a decoded value; undefined if it is none. */
function numberOf(member: unknown): bigint | undefined {
  if (typeof member === 'bigint') return member;
  return typeof member === 'string' && /^0x[\da-f]+$/i.test(member) ? BigInt(member) : undefined;
}

function hasFields(event: ReceiptEvent, abi: AbiEvent | undefined, wanted: readonly FieldMatcher[]): boolean {
  if (wanted.length === 0) return true;
  if (!abi) return false;
  let members: unknown;
  try {
    members = decodeMembersOf(abi, event);
  } catch {
    // A contract can emit anything under the name of an event.
    return false;
  }
  return wanted.every(({ path, isValue }) => isValue(memberAt(members, path)));
}

const memberAt = (members: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    members,
  );
