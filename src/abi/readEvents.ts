import type { RawField, RawItem } from './abiItems.ts';
import { abiLimits } from './abiLimits.ts';
import type { AbiEvent, AbiEventMember, AbiEventShape, AbiEventVariant } from './abiModel.ts';
import { type AbiType, isUnit, shortName } from './abiType.ts';
import { parametersOf } from './parameters.ts';

type TypeOf = (text: string) => AbiType;
type Report = (problem: string) => void;

/**
 * The events of an ABI. The compiler lists structs and enums of events; the contract's own enum is the one that no other
 * event contains. Its variants are the events, and those of the enums in it.
 */
export function readEvents(items: readonly RawItem[], typeOf: TypeOf, report: Report): AbiEvent[] {
  const definitions = items.filter(({ type }) => type === 'event');
  const shapes = shapesOf(definitions, typeOf, report);
  const contained = new Set(definitions.flatMap(({ parts, kind }) => (kind ? parts.map(({ type }) => type) : [])));
  const events = new Map<string, AbiEvent>();
  const add = (path: readonly string[], members: readonly AbiEventMember[]) => {
    const name = path.join('.');
    if (events.has(name)) report(`The event ${name} is defined twice; the first definition counts.`);
    else if (events.size < abiLimits.events) events.set(name, { name, path, members });
  };
  for (const item of definitions) {
    if (item.kind === undefined) add([item.name], oldMembers(item, typeOf));
    else if (!contained.has(item.name)) {
      const shape = shapes.get(item.name)!;
      if (shape.kind === 'struct') add([shortName(item.name)], shape.members);
      else flatten(shape.variants, add, report);
    }
  }
  return [...events.values()];
}

/** Cairo 0 has `data`, and Cairo 1 before version 2 had `inputs`; none of it is in the keys. */
function oldMembers({ inputs, parts }: RawItem, typeOf: TypeOf): AbiEventMember[] {
  const fields = parts.length > 0 ? parts : inputs;
  return parametersOf(fields, typeOf).map((parameter) => ({ kind: 'data', ...parameter }));
}

/** The structs and enums of events by name. Each is made before its parts are read, since events may contain events. */
function shapesOf(definitions: readonly RawItem[], typeOf: TypeOf, report: Report): Map<string, AbiEventShape> {
  const shapes = new Map<string, AbiEventShape>();
  const fill: (() => void)[] = [];
  const memberOf = ({ name, type, kind }: RawField): AbiEventMember => {
    const event = shapes.get(type);
    if ((kind === 'nested' || kind === 'flat') && event) return { kind: 'nested', name, event };
    return { kind: kind === 'key' ? 'key' : 'data', name, type: typeOf(type) };
  };
  const variantOf = (field: RawField): AbiEventVariant => {
    const { name, kind, type } = field;
    const event = shapes.get(type);
    if (event && (kind === 'nested' || kind === 'flat')) return { name, isFlat: kind === 'flat', event };
    // A variant that is serialized as one value, such as one without any value.
    const value = typeOf(type);
    const members: AbiEventMember[] = isUnit(value)
      ? []
      : [{ kind: kind === 'key' ? 'key' : 'data', name: 'value', type: value }];
    return { name, isFlat: false, event: { kind: 'struct', members } };
  };
  for (const { name, kind, parts } of definitions) {
    if (kind === undefined) continue;
    if (shapes.has(name)) {
      report(`The event ${name} is defined twice; the first definition counts.`);
    } else if (kind === 'enum') {
      const variants: AbiEventVariant[] = [];
      shapes.set(name, { kind, variants });
      fill.push(() => {
        for (const part of parts) variants.push(variantOf(part));
      });
    } else {
      const members: AbiEventMember[] = [];
      shapes.set(name, { kind: 'struct', members });
      fill.push(() => {
        for (const part of parts) members.push(memberOf(part));
      });
    }
  }
  for (const step of fill) step();
  return shapes;
}

const MAX_DEPTH = 16;

/** Calls `add` for every struct that the variants of an enum lead to. */
function flatten(
  variants: readonly AbiEventVariant[],
  add: (path: readonly string[], members: readonly AbiEventMember[]) => void,
  report: Report,
): void {
  let left = abiLimits.events;
  const walk = (list: readonly AbiEventVariant[], before: readonly string[], depth: number): void => {
    if (depth > MAX_DEPTH) {
      report(`Events nest deeper than ${MAX_DEPTH} levels at ${before.join('.')}.`);
      return;
    }
    for (const { name, isFlat, event } of list) {
      if (--left < 0) {
        report(`The ABI has more than ${abiLimits.events} events; the others are left out.`);
        return;
      }
      const here = isFlat ? before : [...before, name];
      if (event.kind === 'enum') walk(event.variants, here, depth + 1);
      else if (isFlat) report(`The flat event ${name} is left out: it is a struct and has no selector.`);
      else add(here, event.members);
    }
  };
  walk(variants, [], 0);
}

/**
 * The path of a contract: that of the module of its own event enum. The compiler gives every contract one, after those of
 * its components.
 */
export function contractPathOf(items: readonly RawItem[]): string | undefined {
  const suffix = '::Event';
  return items
    .findLast(({ type, kind, name }) => type === 'event' && kind === 'enum' && name.endsWith(suffix))
    ?.name.slice(0, -suffix.length);
}
