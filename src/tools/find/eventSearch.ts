import type { AbiEvent, AbiModel } from '../../abi/abiModel.ts';
import { decodeMembersOf, findEvent } from '../../abi/events.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import { matchingEvents } from '../../chain/value/matchingEvents.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { classAbi } from '../names/classFacts.ts';
import { knownClassOf } from '../names/knownClass.ts';
import type { TransactionCursor } from './matchingTransactions.ts';

/** What events are searched for. What is undefined allows all. */
export interface EventSearch {
  readonly contract: Felt | undefined;
  /** The selector of an event, which is its first key, or a later one if it belongs to a component. */
  readonly selector: Felt | undefined;
  /** Members with their values, as texts: numbers in any form, or texts. A path such as `order.price` leads into a struct. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** A place between two events: those of the transaction with a smaller index, and all before the transaction, come before it. */
export interface EventCursor extends TransactionCursor {
  readonly eventIndex: number;
}

/** An event that was found, with its ABI if that is known. */
export interface LocatedEvent {
  readonly transaction: PlacedTransaction;
  readonly eventIndex: number;
  readonly event: ReceiptEvent;
  readonly abi: AbiEvent | undefined;
}

/** The place of an event that was looked at, whether it matched or not. */
export type EventStep = { readonly found: LocatedEvent } | { readonly at: EventCursor };

/** The events of local blocks that match, the newest first. Yields undefined where other work may run. */
export function* searchEvents(
  view: ChainView,
  { contract, selector, fields }: EventSearch,
  [from, to]: readonly [number, number],
  before: EventCursor | undefined,
): Generator<EventStep | undefined> {
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
  const last = before ? Math.min(to, before.blockNumber) : to;
  const filter = {
    addresses: contract === undefined ? undefined : [contract],
    keys: selector === undefined ? undefined : [yield* firstKeys(view, selector)],
  };
  for (const step of matchingEvents(view.value, filter, from, last, true)) {
    if (step === undefined) {
      yield undefined;
      continue;
    }
    const { transaction, eventIndex } = step;
    const at = { blockNumber: transaction.blockNumber, index: transaction.index, eventIndex };
    if (before && !isBefore(at, before)) continue;
    const event = transaction.receipt.events[eventIndex]!;
    const isPossible = wanted.every(({ mayBeIn }) => mayBeIn(event));
    const model = isPossible ? modelOf(event.fromAddress) : undefined;
    const abi = model && findEvent(model, event.keys, selectorOf);
    if (isPossible && isNamed(event, abi, selector) && hasFields(event, abi, wanted))
      yield { found: { transaction, eventIndex, event, abi } };
    else yield { at };
  }
}

const isBefore = (at: EventCursor, cursor: EventCursor): boolean =>
  at.blockNumber !== cursor.blockNumber
    ? at.blockNumber < cursor.blockNumber
    : at.index !== cursor.index
      ? at.index < cursor.index
      : at.eventIndex < cursor.eventIndex;

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
    return { path, mayBeIn: () => true, isValue: (member) => String(member).toLowerCase() === text.toLowerCase() };
  // A number that fills two felts begins with its low half.
  const isFelt = (felt: bigint) => felt === number || felt === (number & LOW);
  return {
    path,
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
