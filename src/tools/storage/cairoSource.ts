// What Cairo source code says about storage: the variables of `#[storage]` structs, and the structs and enums that they use.
import type { AbiParameter } from '../../abi/abiType.ts';
import { commaParts, type FindStored, parseStorageType, UNKNOWN } from './parseStorageType.ts';
import { type StorageType, type StoredEnum, valueType } from './storageType.ts';

/** A storage variable as source code declares it. */
export interface DeclaredVariable {
  /** The contract or component that has it. */
  readonly module: string;
  readonly name: string;
  readonly type: StorageType;
}

interface Item {
  readonly keyword: 'struct' | 'enum';
  readonly name: string;
  readonly module: string;
  readonly attributes: string;
  readonly members: readonly Member[];
}

interface Member {
  readonly attributes: string;
  readonly name: string;
  readonly type: string;
}

const MAX_ITEMS = 5000;
const MAX_VARIABLES = 2000;

/** The variables that source texts declare. A text that is not Cairo declares none. */
export function variablesInSource(texts: readonly string[]): readonly DeclaredVariable[] {
  const items = texts.flatMap(itemsIn).slice(0, MAX_ITEMS);
  const byName = new Map<string, Item>();
  for (const item of items) if (!byName.has(item.name)) byName.set(item.name, item);
  const known = new Map<string, StorageType | undefined>();
  const find: FindStored = (name) => {
    // A type inside itself cannot be stored.
    if (known.has(name)) return known.get(name);
    known.set(name, undefined);
    const item = byName.get(name);
    const type = item && typeOfItem(item, find);
    known.set(name, type);
    return type;
  };
  return items
    .filter(({ keyword, attributes }) => keyword === 'struct' && /#\[storage\]/.test(attributes))
    .flatMap(({ module, members }) =>
      members
        // The variables of a component stand in the component's own storage struct.
        .filter(({ attributes }) => !/#\[(?:substorage|flat)\b/.test(attributes))
        .map(({ name, type }) => ({ module, name, type: parseStorageType(type, find) })),
    )
    .slice(0, MAX_VARIABLES);
}

function typeOfItem({ keyword, name, attributes, members }: Item, find: FindStored): StorageType {
  if (/#\[starknet::storage_node\]/.test(attributes))
    return {
      kind: 'node',
      name,
      members: members.map((member) => ({ name: member.name, type: parseStorageType(member.type, find) })),
    };
  const parts: AbiParameter[] = members.map((member) => {
    const type = parseStorageType(member.type, find);
    return { name: member.name, type: type.kind === 'value' ? type.type : UNKNOWN };
  });
  if (keyword === 'struct') return valueType({ kind: 'struct', name, members: parts });
  const defaultVariant = members.findIndex((member) => /#\[default\]/.test(member.attributes));
  const stored: StoredEnum = { kind: 'enum', name, variants: parts, defaultVariant };
  return valueType(stored);
}

const TOKEN =
  /\bmod\s+(\w+)\s*\{|((?:#\[[^\]\n]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?\b(struct|enum)\s+(\w+)[^{;]{0,500}\{|[{}]/g;

/** The structs and enums of a text, each with the innermost module around it. */
function itemsIn(source: string): Item[] {
  const text = withoutComments(source);
  const items: Item[] = [];
  const modules: (string | undefined)[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match && items.length < MAX_ITEMS; match = TOKEN.exec(text)) {
    const [whole, module, attributes, keyword, name] = match;
    if (module !== undefined) modules.push(module);
    else if (keyword === undefined) {
      if (whole === '{') modules.push(undefined);
      else modules.pop();
    } else {
      const end = closing(text, TOKEN.lastIndex);
      items.push({
        keyword: keyword as Item['keyword'],
        name: name!,
        module: modules.findLast((part) => part !== undefined) ?? '',
        attributes: attributes ?? '',
        members: membersIn(text.slice(TOKEN.lastIndex, end)),
      });
      TOKEN.lastIndex = end + 1;
    }
  }
  return items;
}

/** The position of the bracket that closes a body. */
function closing(text: string, start: number): number {
  let depth = 1;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

const MEMBER = /^((?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*(?::\s*(.+))?$/s;

/** The members of a struct or the variants of an enum. A variant without a type has the unit type. */
function membersIn(body: string): Member[] {
  return commaParts(body).flatMap((part) => {
    const [, attributes = '', name, type = '()'] = MEMBER.exec(part) ?? [];
    return name === undefined ? [] : [{ attributes, name, type }];
  });
}

/** The text without comments and without the content of strings. */
const withoutComments = (text: string): string =>
  text.replace(/\/\/[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (found) => (found.startsWith('/') ? '' : '""'));
