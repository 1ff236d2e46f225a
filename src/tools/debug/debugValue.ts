import { utf8Text, WORD_BYTES, writeWord } from '../../abi/byteArray.ts';
import type { Cell } from '../../cairo/machine.ts';
import { offsetOf, type Pointer, pointer, segmentOf } from '../../cairo/pointer.ts';
import { type Felt, formatFelt, signed } from '../../felt/felt.ts';
import { variantSelector } from '../../sierra/types/constants.ts';
import { typeArg } from '../../sierra/types/genericArgs.ts';
import type { TypeTable } from '../../sierra/types/typeTable.ts';
import type { DebugNames } from './debugNames.ts';
import { MAX_ELEMENTS } from './maxElements.ts';

/** A variable, member or element at a moment. */
export interface DebugVariable {
  readonly name: string;
  /** Its type, such as `u64` or `core::byte_array::ByteArray`. */
  readonly type: string;
  /** Its value as Cairo's `{:?}` prints it, shortened if it is long. */
  readonly text: string;
  /** The members of a struct, the elements of an array, the content of an enum's variant. */
  readonly members: readonly DebugVariable[];
}

/** What values are read with: the memory of a run, and the types of its class. */
export interface ValueReader {
  readonly types: TypeTable;
  readonly names: DebugNames;
  read(address: Pointer): Cell | undefined;
}

type Cells = readonly (Cell | undefined)[];

const MAX_DEPTH = 8;
const SHOWN_ELEMENTS = 100;
const MAX_TEXT_BYTES = 4096;
/** Texts are cut behind this many characters: types and values can contain themselves, or the same parts many times. */
const MAX_TEXT = 4096;
const MAX_TYPE_TEXT = 1000;
/** Types of the implicit arguments, and of memory that is reserved for variables: Cairo code does not name them. */
const IMPLICIT = new Set([
  'RangeCheck',
  'RangeCheck96',
  'GasBuiltin',
  'System',
  'Pedersen',
  'Poseidon',
  'Bitwise',
  'EcOp',
  'SegmentArena',
  'AddMod',
  'MulMod',
  'BuiltinCosts',
  'Uninitialized',
]);
const ADDRESSES = new Set(['ContractAddress', 'ClassHash', 'StorageAddress', 'StorageBaseAddress', 'bytes31']);

/** Whether a type is that of an implicit argument, or of the result of a call before it is known not to have panicked. */
export function isInternal(type: number, reader: ValueReader): boolean {
  let known = internalTypes.get(reader.types);
  if (!known) internalTypes.set(reader.types, (known = new Map()));
  let found = known.get(type);
  if (found === undefined) known.set(type, (found = isInternalType(type, reader)));
  return found;
}

const internalTypes = new WeakMap<TypeTable, Map<number, boolean>>();

function isInternalType(type: number, { types, names }: ValueReader): boolean {
  if (IMPLICIT.has(types.declaration(type).generic)) return true;
  return /^core::panics::|^\(core::panics::/.test(typeText(type, { types, names }));
}

const payloads = new WeakMap<TypeTable, ReadonlySet<number>>();

/**
 * The value of a call that did not panic comes as a tuple of its reference arguments and its result, which has the name of the
 * variable that the result is for. Returns the type of the result, and where it is in the tuple.
 */
export function resultIn(
  type: number,
  reader: ValueReader,
): { readonly type: number; readonly from: number } | undefined {
  const { types, names } = reader;
  let found = payloads.get(types);
  if (!found) {
    const isResult = (id: number) => typeText(id, { types, names }).startsWith('core::panics::PanicResult::');
    const ids = new Set([...names.types.keys(), ...names.userTypes.keys()]);
    // Debug information can name types that the program does not have.
    const declared = [...ids].filter((id) => types.has(id));
    found = new Set(declared.filter(isResult).map((id) => types.parts(id)[0]!));
    payloads.set(types, found);
  }
  if (!found.has(type)) return undefined;
  const parts = types.parts(type);
  const result = parts.at(-1);
  return result === undefined ? undefined : { type: result, from: types.size(type) - types.size(result) };
}

/** The type's Cairo name; for a type without one, what it consists of. */
export function typeText(type: number, { types, names }: Pick<ValueReader, 'types' | 'names'>): string {
  const given = names.userTypes.get(type)?.name ?? names.types.get(type);
  if (given !== undefined) return given;
  let known = typeTexts.get(types);
  if (!known) typeTexts.set(types, (known = new Map()));
  let text = known.get(type);
  if (text === undefined) {
    // A type that contains itself is only named there.
    known.set(type, types.declaration(type).generic);
    text = composedType(type, { types, names });
    if (text.length > MAX_TYPE_TEXT) text = `${text.slice(0, MAX_TYPE_TEXT)}…`;
    known.set(type, text);
  }
  return text;
}

const typeTexts = new WeakMap<TypeTable, Map<number, string>>();

function composedType(type: number, { types, names }: Pick<ValueReader, 'types' | 'names'>): string {
  const { generic, args } = types.declaration(type);
  const texts = args.flatMap((arg) => (arg.kind === 'type' ? [typeText(arg.type, { types, names })] : []));
  if (generic === 'Snapshot') return `@${texts[0]}`;
  if (generic === 'Struct') return `(${texts.join(', ')}${texts.length === 1 ? ',' : ''})`;
  return texts.length === 0 ? generic : `${generic}<${texts.join(', ')}>`;
}

/** A variable whose members are read when they are asked for. */
export function debugVariable(name: string, type: number, cells: Cells, reader: ValueReader, depth = 0): DebugVariable {
  let members: readonly DebugVariable[] | undefined;
  let text: string | undefined;
  const variable = {
    name,
    type: typeText(type, reader),
    get members() {
      return (members ??= depth < MAX_DEPTH ? membersOf(type, cells, reader, depth + 1) : []);
    },
    get text() {
      return (text ??= textOf(type, cells, reader, depth));
    },
  };
  // console.log would show [Getter] in place of the values.
  const values = () => ({ name, type: variable.type, text: variable.text, members: variable.members });
  return Object.defineProperty(variable, Symbol.for('nodejs.util.inspect.custom'), { value: values });
}

function membersOf(type: number, cells: Cells, reader: ValueReader, depth: number): readonly DebugVariable[] {
  const { types, names } = reader;
  const { generic, args } = types.declaration(type);
  const inner = () => typeArg(args, 0);
  const child = (name: string, childType: number, childCells: Cells) =>
    debugVariable(name, childType, childCells, reader, depth);
  switch (generic) {
    case 'Snapshot':
    case 'NonZero':
      return membersOf(inner(), cells, reader, depth);
    case 'Box':
    case 'Nullable': {
      const at = cells[0];
      return typeof at === 'number' ? [child('value', inner(), cellsAt(at, types.size(inner()), reader))] : [];
    }
    case 'Array': {
      const start = cells[0] as Pointer;
      const size = types.size(inner());
      const count = Math.min(elementsOf(inner(), cells, reader), MAX_ELEMENTS);
      return Array.from({ length: count }, (_, i) =>
        child(`${i}`, inner(), cellsAt((start + i * size) as Pointer, size, reader)),
      );
    }
    case 'Struct': {
      const parts = types.parts(type);
      const { parts: given = [] } = names.userTypes.get(type) ?? {};
      let at = 0;
      return parts.map((part, i) => {
        const size = types.size(part);
        return child(given[i] ?? `${i}`, part, cells.slice(at, (at += size)));
      });
    }
    case 'Enum': {
      const variant = variantOf(type, cells, reader);
      return variant && types.size(variant.type) > 0 ? [child(variant.name, variant.type, variant.cells)] : [];
    }
    case 'Felt252Dict':
    case 'SquashedFelt252Dict':
      return dictionary(cells, inner(), reader, child);
    default:
      return [];
  }
}

/** The number of elements of an array, also of those that cannot be shown. */
function elementsOf(type: number, [start, end]: Cells, { types }: ValueReader): number {
  const size = types.size(type);
  return typeof start === 'number' && typeof end === 'number' && size > 0 ? (end - start) / size : 0;
}

const cellsAt = (start: Pointer, size: number, { read }: ValueReader): Cells =>
  Array.from({ length: size }, (_, i) => read((start + i) as Pointer));

/** The newest value of each key: a dictionary is the list of its accesses (key, value before, value after) up to its address. */
function dictionary(
  cells: Cells,
  type: number,
  reader: ValueReader,
  child: (name: string, type: number, cells: Cells) => DebugVariable,
): readonly DebugVariable[] {
  const end = cells.at(-1);
  if (typeof end !== 'number') return [];
  const values = new Map<Felt, Cell>();
  const first = pointer(segmentOf(end), 0);
  const from = Math.max(first, end - 3 * MAX_ELEMENTS) as Pointer;
  for (let at = from; at < end; at = (at + 3) as Pointer) {
    const [key, value] = [reader.read(at), reader.read((at + 2) as Pointer)];
    if (typeof key === 'bigint' && value !== undefined) values.set(key, value);
  }
  return [...values].map(([key, value]) => child(feltText(key), type, [value]));
}

function variantOf(type: number, cells: Cells, { types, names }: ValueReader) {
  const parts = types.parts(type);
  const given = names.userTypes.get(type)?.parts ?? [];
  const index = parts.findIndex((_, i) => cells[0] === BigInt(variantSelector(parts.length, i)));
  const part = parts[index];
  if (part === undefined) return undefined;
  const size = types.size(part);
  return { name: given[index] ?? `${index}`, type: part, cells: cells.slice(cells.length - size) };
}

function textOf(type: number, cells: Cells, reader: ValueReader, depth: number): string {
  const { types, names } = reader;
  const { generic, args } = types.declaration(type);
  if (cells.some((cell) => cell === undefined)) return 'not there yet';
  if (depth >= MAX_DEPTH) return '…';
  const inner = () => textOf(typeArg(args, 0), cells, reader, depth);
  const members = () => membersOf(type, cells, reader, depth + 1);
  switch (generic) {
    case 'Snapshot':
    case 'NonZero':
      return inner();
    case 'Box':
    case 'Nullable':
      return members()[0]?.text ?? 'null';
    case 'Array':
      return `[${shown(members(), ({ text }) => text, elementsOf(typeArg(args, 0), cells, reader))}]`;
    case 'Felt252Dict':
    case 'SquashedFelt252Dict':
      return `{${shown(members(), named)}}`;
    case 'Struct':
      return structText(typeText(type, { types, names }), cells, members(), reader);
    case 'Enum':
      return enumText(type, cells, reader, members);
    default:
      return scalarText(generic, cells);
  }
}

function structText(type: string, cells: Cells, members: readonly DebugVariable[], reader: ValueReader): string {
  const [low, high] = cells;
  if (type === 'core::integer::u256' && typeof low === 'bigint' && typeof high === 'bigint')
    return `${low + (high << 128n)}`;
  if (type === 'core::byte_array::ByteArray') return byteArrayText(cells, reader);
  if (type.startsWith('core::array::Span::')) return members[0]?.text ?? '[]';
  // Tuples have no names.
  if (members.every(({ name }, i) => name === `${i}`)) return tupleText(members);
  return `${shortName(type)} { ${shown(members, named)} }`;
}

const tupleText = (members: readonly DebugVariable[]): string =>
  `(${shown(members, ({ text }) => text)}${members.length === 1 ? ',' : ''})`;

function enumText(type: number, cells: Cells, reader: ValueReader, members: () => readonly DebugVariable[]): string {
  const variant = variantOf(type, cells, reader);
  if (!variant) return 'not a variant';
  const name = typeText(type, reader);
  if (name === 'core::bool') return cells[0] === 0n ? 'false' : 'true';
  const [content] = members();
  return `${shortName(name)}::${variant.name}${content ? `(${content.text})` : ''}`;
}

/** A type without its path and its arguments: `Pair` of `debugging::shapes::Pair::<core::integer::u64>`. */
const shortName = (type: string): string =>
  type
    .replace(/::<.*$/s, '')
    .split('::')
    .at(-1)!;

const named = ({ name, text }: DebugVariable): string => `${name}: ${text}`;

/** The first members as a text. Stops at a length, so that the work is bounded, however the members are nested. */
function shown(
  members: readonly DebugVariable[],
  textOfMember: (member: DebugVariable) => string,
  total = members.length,
): string {
  let text = '';
  for (const [i, member] of members.entries()) {
    if (i === SHOWN_ELEMENTS || text.length > MAX_TEXT) return `${text}, … ${total - i} more`;
    text += `${i === 0 ? '' : ', '}${textOfMember(member)}`;
  }
  return text;
}

/** The cells are the array of full words, the word that is left, and the number of its bytes. */
function byteArrayText(cells: Cells, { read }: ValueReader): string {
  const [start, end, word, length] = cells;
  if (typeof start !== 'number' || typeof end !== 'number' || end < start) return 'not a text';
  if (typeof word !== 'bigint' || typeof length !== 'bigint' || length >= WORD_BYTES) return 'not a text';
  const words = Math.min(end - start, Math.floor(MAX_TEXT_BYTES / WORD_BYTES));
  const isWhole = words === end - start;
  const bytes = new Uint8Array(words * WORD_BYTES + (isWhole ? Number(length) : 0));
  for (let i = 0; i < words; i++) {
    const full = read((start + i) as Pointer);
    if (typeof full !== 'bigint') return 'not a text';
    writeWord(full, bytes.subarray(i * WORD_BYTES, (i + 1) * WORD_BYTES));
  }
  if (isWhole) writeWord(word, bytes.subarray(words * WORD_BYTES));
  const text = utf8Text(bytes);
  return `${text === undefined ? 'not a text' : JSON.stringify(text)}${isWhole ? '' : '…'}`;
}

function scalarText(generic: string, cells: Cells): string {
  if (cells.length === 0) return '()';
  if (cells.length > 1) return `(${cells.map(cellText).join(', ')})`;
  const [cell] = cells;
  if (typeof cell !== 'bigint') return cellText(cell);
  if (/^u\d+$/.test(generic)) return `${cell}`;
  if (ADDRESSES.has(generic)) return formatFelt(cell);
  if (generic === 'felt252') return feltText(cell);
  return `${signed(cell)}`;
}

/** Small felts are numbers more often than anything else. */
const feltText = (felt: Felt): string => (felt < 1n << 64n ? `${felt}` : formatFelt(felt));

function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return 'not there yet';
  return typeof cell === 'bigint' ? feltText(cell) : `address ${segmentOf(cell)}:${offsetOf(cell)}`;
}
