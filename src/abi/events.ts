// Events as the two lists of felts that a contract emits, and back.
import type { Felt } from '../felt/felt.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiEvent, AbiEventMember, AbiEventShape, AbiModel } from './abiModel.ts';
import { decode, objectOf } from './decode.ts';
import { checkNames, encode } from './encode.ts';
import { FeltReader } from './feltReader.ts';
import { Place } from './place.ts';
import { valueText } from './scalars.ts';
import { type SelectorOf, selectorOfName } from './selector.ts';

/** The felts of an event. */
export interface EventFelts {
  readonly keys: readonly Felt[];
  readonly data: readonly Felt[];
}

/** An event with its name and the values of its members. */
export interface DecodedEvent {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface IndexedEvent {
  readonly event: AbiEvent;
  /** The first keys of the event. */
  readonly selectors: readonly Felt[];
}

const indexes = new WeakMap<AbiModel, ReadonlyMap<Felt, readonly IndexedEvent[]>>();

/** The events of an ABI by their first key. */
function eventIndex(model: AbiModel, selectorOf: SelectorOf): ReadonlyMap<Felt, readonly IndexedEvent[]> {
  let index = indexes.get(model);
  if (!index) {
    const lists = new Map<Felt, IndexedEvent[]>();
    for (const event of model.events) {
      const selectors = event.path.map(selectorOf);
      const list = lists.get(selectors[0]!);
      if (list) list.push({ event, selectors });
      else lists.set(selectors[0]!, [{ event, selectors }]);
    }
    indexes.set(model, (index = lists));
  }
  return index;
}

/** The event of an ABI that these keys begin; undefined when it has none. The kernel's hash may be given, which is faster. */
export function findEvent(
  model: AbiModel,
  keys: readonly Felt[],
  selectorOf: SelectorOf = selectorOfName,
): AbiEvent | undefined {
  const [first] = keys;
  if (first === undefined) return undefined;
  const list = eventIndex(model, selectorOf).get(first);
  return list?.find(({ selectors }) => selectors.every((selector, i) => keys[i] === selector))?.event;
}

/** Reads an event; undefined when the ABI does not know it. Throws an AbiError when its felts do not fit. */
export function decodeEvent(model: AbiModel, felts: EventFelts): DecodedEvent | undefined {
  const event = findEvent(model, felts.keys);
  return event && { name: event.name, args: decodeMembersOf(event, felts) };
}

/** Reads the members of an event that is known to be this one. */
export function decodeMembersOf(
  { name, path, members }: AbiEvent,
  { keys, data }: EventFelts,
): Record<string, unknown> {
  const place = new Place(`event ${name}`, abiLimits);
  const readers = {
    key: new FeltReader(keys.slice(path.length), place),
    data: new FeltReader(data, place),
  };
  const args = decodeParts(members, readers, place);
  readers.key.end('the keys of the event');
  readers.data.end('the data of the event');
  return args;
}

interface Readers {
  readonly key: FeltReader;
  readonly data: FeltReader;
}

function decodeParts(members: readonly AbiEventMember[], readers: Readers, place: Place): Record<string, unknown> {
  return objectOf(
    members.map((member) => [
      member.name,
      place.enter(member.name, () =>
        member.kind === 'nested'
          ? decodeShape(member.event, readers, place)
          : decode(member.type, readers[member.kind]),
      ),
    ]),
  );
}

function decodeShape(shape: AbiEventShape, readers: Readers, place: Place): Record<string, unknown> {
  if (shape.kind === 'struct') return decodeParts(shape.members, readers, place);
  const selector = readers.key.next('the selector of an event');
  const variant = shape.variants.find(({ name, isFlat }) => !isFlat && selectorOfName(name) === selector);
  if (!variant) readers.key.wrong(selector, 'the selector of an event');
  return objectOf([[variant.name, place.enter(variant.name, () => decodeShape(variant.event, readers, place))]]);
}

/** The felts of an event with these values. */
export function encodeEvent(event: AbiEvent, args: Readonly<Record<string, unknown>>): { keys: Felt[]; data: Felt[] } {
  const felts = { key: event.path.map(selectorOfName), data: [] as Felt[] };
  const place = new Place(`event ${event.name}`, abiLimits);
  encodeParts(event.members, args, felts, place);
  return { keys: felts.key, data: felts.data };
}

interface Felts {
  readonly key: Felt[];
  readonly data: Felt[];
}

function encodeParts(members: readonly AbiEventMember[], value: unknown, felts: Felts, place: Place): void {
  const args = recordOf(value, place);
  checkNames(members, args, `${place}`);
  for (const member of members)
    place.enter(member.name, () => {
      if (member.kind === 'nested') encodeShape(member.event, args[member.name], felts, place);
      else encode(member.type, args[member.name], place, felts[member.kind]);
    });
}

function encodeShape(shape: AbiEventShape, value: unknown, felts: Felts, place: Place): void {
  if (shape.kind === 'struct') {
    encodeParts(shape.members, value, felts, place);
    return;
  }
  const args = recordOf(value, place);
  const [name] = Object.keys(args);
  const variant = shape.variants.find((entry) => entry.name === name && !entry.isFlat);
  if (!variant) place.fail(`there is no event ${name}`);
  felts.key.push(selectorOfName(variant.name));
  place.enter(variant.name, () => encodeShape(variant.event, args[variant.name], felts, place));
}

function recordOf(value: unknown, place: Place): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) place.fail(`expected an object, got ${valueText(value)}`);
  return value as Readonly<Record<string, unknown>>;
}
