import type { GenericArg, Statement } from '../../sierra/program.ts';
import { UnfitChange } from './changing.ts';
import type { ProgramEditor } from './programEditor.ts';

/** Unsigned and signed integers, by the names of their types. */
const BITS: ReadonlyMap<string, number> = new Map([
  ['u8', 8],
  ['u16', 16],
  ['u32', 32],
  ['u64', 64],
  ['u128', 128],
]);
/** Types whose constants consist of others: a u256 of its halves, a divisor of its number. */
const WITH_PARTS = new Set(['Struct', 'NonZero']);
/** Libfuncs of constants in programs of the first versions: `u8_const<5>`. */
const OLD_CONSTANT = /^(u8|u16|u32|u64|u128|felt252)_const$/;

const value = (number: bigint): GenericArg => ({ kind: 'value', value: number });
const typeArg = (type: number): GenericArg => ({ kind: 'type', type });

/** A number that is larger or smaller by one, as far as its type has room. */
function moved(type: string | undefined, number: bigint, by: 1 | -1): bigint {
  const sum = number + BigInt(by);
  if (type === 'felt252') return sum;
  const bits = BITS.get(type ?? '');
  if (bits === undefined || sum < 0n || sum >= 1n << BigInt(bits)) throw new UnfitChange();
  return sum;
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

/** The number of a constant of an integer or felt, or of the first part of one that consists of several; undefined for others. */
export function constantOf(
  program: Pick<ProgramEditor, 'libfunc' | 'type'>,
  libfunc: number,
): { readonly type: string; readonly value: bigint } | undefined {
  const { generic, args } = program.libfunc(libfunc) ?? { generic: '', args: [] };
  const [first] = args;
  const old = OLD_CONSTANT.exec(generic)?.[1];
  if (old !== undefined) return first?.kind === 'value' ? { type: old, value: first.value } : undefined;
  return generic === 'const_as_immediate' && first?.kind === 'type' ? constantOfType(program, first.type) : undefined;
}

function constantOfType(
  program: Pick<ProgramEditor, 'libfunc' | 'type'>,
  constant: number,
): { readonly type: string; readonly value: bigint } | undefined {
  const declared = program.type(constant);
  const [type, part] = declared?.args ?? [];
  if (declared?.generic !== 'Const' || type?.kind !== 'type') return undefined;
  const { generic } = program.type(type.type) ?? { generic: '' };
  if (part?.kind === 'value')
    return generic === 'felt252' || BITS.has(generic) ? { type: generic, value: part.value } : undefined;
  return part?.kind === 'type' && WITH_PARTS.has(generic) ? constantOfType(program, part.type) : undefined;
}

/** The statements that make a zero of a type; undefined if it is no number. */
export function zeroOf(editor: ProgramEditor, type: number, variable: number): readonly Statement[] | undefined {
  const { generic, args } = editor.type(type)!;
  if (generic === 'felt252' || BITS.has(generic)) {
    const constant = editor.declareType('Const', [typeArg(type), value(0n)]);
    return [editor.straight('const_as_immediate', [constant], [], [variable])];
  }
  // A u256, and what else consists of numbers alone.
  if (generic !== 'Struct') return undefined;
  const parts = args.slice(1).map((part) => {
    const own = editor.newVariable();
    return part.kind === 'type' ? { own, made: zeroOf(editor, part.type, own) } : undefined;
  });
  if (parts.length === 0 || parts.some((part) => part?.made === undefined)) return undefined;
  return [
    ...parts.flatMap((part) => part!.made!),
    editor.straight(
      'struct_construct',
      [type],
      parts.map((part) => part!.own),
      [variable],
    ),
  ];
}
