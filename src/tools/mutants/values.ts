import { starknetKeccak } from '../../felt/hash.ts';
import {
  FALLTHROUGH,
  type GenericArg,
  type Program,
  type Statement,
  type TypeDeclaration,
} from '../../sierra/program.ts';
import { userType } from '../../sierra/types/userType.ts';
import { UnfitChange } from './changing.ts';
import type { ProgramEditor } from './programEditor.ts';

/** The smallest and the largest number of each integer type. */
const RANGES: ReadonlyMap<string, readonly [bigint, bigint]> = new Map(
  [8n, 16n, 32n, 64n, 128n].flatMap((bits) => [
    [`u${bits}`, [0n, (1n << bits) - 1n]],
    [`i${bits}`, [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]],
  ]),
);
/** Types whose constants consist of others: a u256 of its halves, a divisor of its number. */
const WITH_PARTS = new Set(['Struct', 'NonZero']);
/** Libfuncs of constants in programs of the first versions: `u8_const<5>`. */
const OLD_CONSTANT = /^([ui](?:8|16|32|64|128)|felt252)_const$/;

const unfit = (): never => {
  throw new UnfitChange();
};

const value = (number: bigint): GenericArg => ({ kind: 'value', value: number });
const typeArg = (type: number): GenericArg => ({ kind: 'type', type });

/** A number that is larger or smaller by one, as far as its type has room. */
function moved(type: string | undefined, number: bigint, by: 1 | -1): bigint {
  const sum = number + BigInt(by);
  if (type === 'felt252') return sum;
  const [least, most] = RANGES.get(type ?? '') ?? unfit();
  return sum < least || sum > most ? unfit() : sum;
}

/** The libfunc of a constant that is moved by one. Of a constant with parts, such as a u256, the first part is moved. */
export function movedConstant(editor: ProgramEditor, libfunc: number, by: 1 | -1): number {
  const { generic, args } = editor.libfunc(libfunc)!;
  const [first] = args;
  const old = OLD_CONSTANT.exec(generic)?.[1];
  if (old !== undefined && first?.kind === 'value')
    return editor.declareLibfunc(generic, [value(moved(old, first.value, by))]);
  if (generic !== 'const_as_immediate' || first?.kind !== 'type') throw new UnfitChange();
  return editor.declareLibfunc(generic, [typeArg(movedType(editor, first.type, by))]);
}

function movedType(editor: ProgramEditor, constant: number, by: 1 | -1): number {
  const declared = editor.type(constant);
  const [type, part, ...rest] = declared?.args ?? [];
  if (declared?.generic !== 'Const' || type?.kind !== 'type' || !part) throw new UnfitChange();
  if (part.kind === 'value')
    return editor.declareType('Const', [type, value(moved(editor.type(type.type)?.generic, part.value, by)), ...rest]);
  const { generic } = editor.type(type.type)!;
  if (part.kind !== 'type' || !WITH_PARTS.has(generic)) throw new UnfitChange();
  return editor.declareType('Const', [type, typeArg(movedType(editor, part.type, by)), ...rest]);
}

/** The number of a constant of an integer or felt; undefined for others. */
export function constantOf(program: Declarations, libfunc: number): NumberConstant | undefined {
  const { generic, args } = program.libfuncs[libfunc] ?? { generic: '', args: [] };
  const [first] = args;
  const old = OLD_CONSTANT.exec(generic)?.[1];
  if (old !== undefined) return first?.kind === 'value' ? { type: old, value: first.value } : undefined;
  return generic === 'const_as_immediate' && first?.kind === 'type' ? constantOfType(program, first.type) : undefined;
}

type Declarations = Pick<Program, 'libfuncs' | 'types'>;

/** A number as a constant of its type. */
export interface NumberConstant {
  readonly type: string;
  readonly value: bigint;
}

function constantOfType(program: Declarations, constant: number): NumberConstant | undefined {
  const declared = program.types[constant];
  const [type, ...parts] = declared?.args ?? [];
  if (declared?.generic !== 'Const' || type?.kind !== 'type') return undefined;
  const { generic, args } = program.types[type.type] ?? { generic: '', args: [] };
  const [part] = parts;
  if (part?.kind === 'value')
    return generic === 'felt252' || RANGES.has(generic) ? { type: generic, value: part.value } : undefined;
  const inner = parts.map((arg) => (arg.kind === 'type' ? constantOfType(program, arg.type) : undefined));
  const [low, high] = inner;
  if (generic === 'NonZero') return low;
  const [name] = args;
  const isU256 = generic === 'Struct' && name?.kind === 'userType' && name.id === U256;
  return isU256 && low && high ? { type: 'u256', value: low.value + (high.value << 128n) } : undefined;
}

const BOOL = userType('core::bool');
const U256 = userType('core::integer::u256');
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['ContractAddress', 'contract_address_const'],
  ['ClassHash', 'class_hash_const'],
]);
/** What is often in an `Option`: the name of the type is part of its id. */
const OPTIONAL = [
  'core::felt252',
  'core::bool',
  'core::starknet::contract_address::ContractAddress',
  'core::starknet::class_hash::ClassHash',
  'core::integer::u256',
  ...[...RANGES.keys()].map((type) => `core::integer::${type}`),
];
let options: ReadonlySet<bigint> | undefined;

/** What kind of enum a type is: `bool`, or an `Option` of a simple type; undefined for all others. */
export function enumKind({ generic, args }: Pick<TypeDeclaration, 'generic' | 'args'> = NOTHING) {
  const [name] = args;
  if (generic !== 'Enum' || name?.kind !== 'userType') return undefined;
  if (name.id === BOOL) return 'bool';
  options ??= new Set(OPTIONAL.map((inner) => starknetKeccak(`core::option::Option::<${inner}>`)));
  return options.has(name.id) ? 'option' : undefined;
}

const NOTHING: Pick<TypeDeclaration, 'generic' | 'args'> = { generic: '', args: [] };

/** The statements that make a zero, `false` or `None` of a type; undefined for other types. */
export const zeroOf = (editor: ProgramEditor, type: number, variable: number): readonly Statement[] | undefined =>
  numberOf(editor, type, 0n, variable);

/** The statements that make a small number of a type. Of what consists of several, such as a u256, it is the first part, and the others are 0. */
export function numberOf(
  editor: ProgramEditor,
  type: number,
  number: bigint,
  variable: number,
): readonly Statement[] | undefined {
  const declared = editor.type(type)!;
  const { generic, args } = declared;
  const made = (libfunc: string, of: readonly GenericArg[], from: readonly number[] = []): Statement => ({
    libfunc: editor.declareLibfunc(libfunc, of),
    args: from,
    branches: [{ target: FALLTHROUGH, results: [variable] }],
  });
  if (generic === 'felt252' || RANGES.has(generic)) {
    const constant = editor.declareType('Const', [typeArg(type), value(number)]);
    return [made('const_as_immediate', [typeArg(constant)])];
  }
  const address = ADDRESSES.get(generic);
  if (address !== undefined) return [made(address, [value(number)])];
  // `false`, or `None`, both without a value.
  const kind = enumKind(declared);
  const unit = args.at(-1);
  if (kind && unit?.kind === 'type') {
    const nothing = editor.newVariable();
    const variant = value(kind === 'bool' ? 0n : 1n);
    return [
      editor.straight('struct_construct', [unit.type], [], [nothing]),
      made('enum_init', [typeArg(type), variant], [nothing]),
    ];
  }
  // A u256, and what else consists of numbers.
  if (generic !== 'Struct') return undefined;
  const parts = args.slice(1).map((part, i) => {
    const own = editor.newVariable();
    return { own, made: part.kind === 'type' ? numberOf(editor, part.type, i === 0 ? number : 0n, own) : undefined };
  });
  if (parts.length === 0 || parts.some((part) => part.made === undefined)) return undefined;
  return [
    ...parts.flatMap((part) => part.made!),
    made(
      'struct_construct',
      [typeArg(type)],
      parts.map(({ own }) => own),
    ),
  ];
}
