import { type AbiType, typeText } from '../../abi/abiType.ts';
import type { ClassFacts } from '../names/classFacts.ts';
import { type StorageType, storageTypeText } from './storageType.ts';
import { variablesDeclaredIn, variablesOfClass } from './variablesOfClass.ts';

/** The storage variables of a class: their types by name. A type is undefined if it is not known. */
export type StorageLayout = ReadonlyMap<string, LaidOutType | undefined>;

interface LaidOutType {
  /** As it is written in the source. */
  readonly text: string;
  /** The type with the members of its structs and enums, which change the layout too. */
  readonly whole: string;
}

/** What differs between two layouts. */
export interface LayoutChanges {
  readonly added: readonly { readonly name: string; readonly type: string | undefined }[];
  readonly removed: readonly { readonly name: string; readonly type: string | undefined }[];
  readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
}

/** The layout of a class. Without source code, it has only the variables whose names can be guessed. */
export function storageLayout(facts: ClassFacts): StorageLayout {
  // With source code nothing needs to be guessed. A guess may be wrong: selectors of called functions look like variables.
  const declared = new Set(facts.sources ? variablesDeclaredIn(facts.sources).map(({ name }) => name) : []);
  const layout = new Map<string, LaidOutType | undefined>();
  for (const { name, type } of variablesOfClass(facts).byName.values())
    if (declared.size === 0 || declared.has(name))
      layout.set(name, type && { text: storageTypeText(type), whole: wholeText(type) });
  return layout;
}

/** What changed from one layout to another. A type that is not known in both has not changed. */
export function layoutChanges(before: StorageLayout, after: StorageLayout): LayoutChanges {
  const missing = (layout: StorageLayout, other: StorageLayout) =>
    [...layout].filter(([name]) => !other.has(name)).map(([name, type]) => ({ name, type: type?.text }));
  const changed: { name: string; from: string; to: string }[] = [];
  for (const [name, to] of after) {
    const from = before.get(name);
    if (!from || !to || from.whole === to.whole) continue;
    const isShort = from.text !== to.text;
    changed.push({ name, from: isShort ? from.text : from.whole, to: isShort ? to.text : to.whole });
  }
  return { added: missing(after, before), removed: missing(before, after), changed };
}

const MAX_DEPTH = 8;

function wholeText(type: StorageType, depth = 0): string {
  if (depth > MAX_DEPTH) return '…';
  switch (type.kind) {
    case 'value':
      return wholeValue(type.type, depth);
    case 'map':
      return `Map<${wholeValue(type.key, depth)}, ${wholeText(type.value, depth + 1)}>`;
    case 'vec':
      return `Vec<${wholeText(type.item, depth + 1)}>`;
    case 'node':
      return `${type.name} { ${type.members.map((member) => `${member.name}: ${wholeText(member.type, depth + 1)}`).join(', ')} }`;
  }
}

function wholeValue(type: AbiType, depth: number): string {
  if (depth > MAX_DEPTH) return '…';
  const inner = (of: AbiType) => wholeValue(of, depth + 1);
  switch (type.kind) {
    case 'tuple':
      return `(${type.items.map(inner).join(', ')})`;
    case 'fixedArray':
      return `[${inner(type.item)}; ${type.length}]`;
    case 'option':
      return `Option<${inner(type.value)}>`;
    case 'result':
      return `Result<${inner(type.ok)}, ${inner(type.error)}>`;
    case 'struct':
      return `${typeText(type)} { ${type.members.map((member) => `${member.name}: ${inner(member.type)}`).join(', ')} }`;
    case 'enum':
      return `${typeText(type)} { ${type.variants.map((variant) => `${variant.name}: ${inner(variant.type)}`).join(', ')} }`;
    default:
      return typeText(type);
  }
}
