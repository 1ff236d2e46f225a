// The items of an ABI as they were written, checked no further than that names are texts and lists are lists.
import { ownMember } from '../json/ownMember.ts';
import { AbiError } from './abiError.ts';
import { abiLimits } from './abiLimits.ts';

/** A named part of an item: parameter, member or variant. */
export interface RawField {
  readonly name: string;
  readonly type: string;
  readonly kind: string | undefined;
}

export interface RawItem {
  readonly type: string;
  readonly name: string;
  readonly kind: string | undefined;
  readonly mutability: string | undefined;
  readonly interfaceName: string | undefined;
  readonly inputs: readonly RawField[];
  readonly outputs: readonly RawField[];
  /** Members of a struct, variants of an enum, or data of an event of Cairo 0. */
  readonly parts: readonly RawField[];
}

/** Reads the items of an ABI, with those of interfaces in their place. What is not understood is told to `report`. */
export function readItems(source: unknown, report: (problem: string) => void): RawItem[] {
  const items: RawItem[] = [];
  let left = abiLimits.entries;
  const count = () => {
    if (--left < 0) throw new AbiError(`The ABI has more than ${abiLimits.entries} entries.`);
  };

  const fields = (value: unknown, at: string): RawField[] => {
    if (value === undefined) return [];
    const list: RawField[] = [];
    for (const entry of listOf(value, at, report)) {
      count();
      const type = textOf(entry, 'type');
      const name = textOf(entry, 'name') ?? '';
      if (type === undefined || name.length > abiLimits.typeChars)
        report(`${at}[${list.length}] has no type and is read as an unknown one.`);
      list.push({ name: name.slice(0, abiLimits.typeChars), type: type ?? '', kind: textOf(entry, 'kind') });
    }
    return list;
  };

  const add = (value: unknown, at: string, interfaceName: string | undefined) => {
    count();
    const type = textOf(value, 'type');
    const name = textOf(value, 'name');
    if (type === undefined || name === undefined || name.length > abiLimits.typeChars)
      return report(`${at} is left out: an ABI item has a type and a name.`);
    if (type === 'interface' && interfaceName === undefined) {
      for (const [i, inner] of listOf(ownMember(value, 'items'), `${at}.items`, report).entries())
        add(inner, `${at}.items[${i}]`, name);
      return;
    }
    if (!TYPES.has(type))
      return report(`${at} is left out: ${JSON.stringify(type.slice(0, 40))} is no kind of ABI item.`);
    items.push({
      type,
      name,
      kind: textOf(value, 'kind'),
      mutability: textOf(value, 'state_mutability') ?? textOf(value, 'stateMutability'),
      interfaceName,
      inputs: fields(ownMember(value, 'inputs'), `${at}.inputs`),
      outputs: fields(ownMember(value, 'outputs'), `${at}.outputs`),
      parts: fields(
        ownMember(value, 'members') ?? ownMember(value, 'variants') ?? ownMember(value, 'data'),
        `${at}.members`,
      ),
    });
  };

  if (!Array.isArray(source))
    throw new AbiError('An ABI is a list of items. Give the `abi` of a class file, not the whole file.');
  for (const [i, item] of source.entries()) add(item, `abi[${i}]`, undefined);
  return items;
}

const TYPES = new Set(['function', 'constructor', 'l1_handler', 'event', 'struct', 'enum', 'impl']);

function textOf(value: unknown, key: string): string | undefined {
  const text = ownMember(value, key);
  return typeof text === 'string' ? text : undefined;
}

function listOf(value: unknown, at: string, report: (problem: string) => void): readonly unknown[] {
  if (Array.isArray(value)) return value;
  report(`${at} is not a list and is read as an empty one.`);
  return [];
}
