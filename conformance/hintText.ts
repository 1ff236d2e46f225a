// Hints in the text format of the corpus. Short hints are compared word for word; of longer ones, only the cells are compared.
import type { CasmHint } from '../src/cairo/casm.ts';

interface CellJson {
  readonly register: 'AP' | 'FP';
  readonly offset: number;
}

type OperandJson =
  | { readonly Deref: CellJson }
  | { readonly DoubleDeref: readonly [CellJson, number] }
  | { readonly Immediate: string }
  | { readonly BinOp: { readonly op: 'Add' | 'Mul'; readonly a: CellJson; readonly b: OperandJson } };

const register = (cell: CellJson): string => `${cell.register.toLowerCase()} + ${cell.offset}`;
const cell = (of: unknown): string => `memory[${register(of as CellJson)}]`;
const decimal = (hex: string): string => String(hex.startsWith('-') ? -BigInt(hex.slice(1)) : BigInt(hex));

function operand(of: unknown, asAddress = false): string {
  const given = of as OperandJson;
  if ('Deref' in given) return cell(given.Deref);
  if ('DoubleDeref' in given) return `memory[${cell(given.DoubleDeref[0])} + ${given.DoubleDeref[1]}]`;
  if ('Immediate' in given) return decimal(given.Immediate);
  const sum = `${cell(given.BinOp.a)} ${given.BinOp.op === 'Add' ? '+' : '*'} ${operand(given.BinOp.b)}`;
  return asAddress ? sum : `(${sum}) % PRIME`;
}

type Fields = Readonly<Record<string, unknown>>;
const SHORT_HINTS: Readonly<Record<string, (of: Fields) => string>> = {
  AllocSegment: ({ dst }) => `${cell(dst)} = segments.add()`,
  TestLessThan: ({ lhs, rhs, dst }) => `${cell(dst)} = ${operand(lhs)} < ${operand(rhs)}`,
  TestLessThanOrEqual: ({ lhs, rhs, dst }) => `${cell(dst)} = ${operand(lhs)} <= ${operand(rhs)}`,
  TestLessThanOrEqualAddress: ({ lhs, rhs, dst }) => `${cell(dst)} = ${operand(lhs, true)} <= ${operand(rhs, true)}`,
  WideMul128: ({ lhs, rhs, high, low }) =>
    `(${cell(high)}, ${cell(low)}) = divmod(${operand(lhs)} * ${operand(rhs)}, 2**128)`,
  DivMod: ({ lhs, rhs, quotient, remainder }) =>
    `(${cell(quotient)}, ${cell(remainder)}) = divmod(${operand(lhs)}, ${operand(rhs)})`,
  SystemCall: ({ system }) => `syscall_handler.syscall(syscall_ptr=${operand(system, true)})`,
  ShouldSkipSquashLoop: ({ should_skip_loop }) => `${cell(should_skip_loop)} = 0 if current_access_indices else 1`,
  ShouldContinueSquashLoop: ({ should_continue }) => `${cell(should_continue)} = 1 if current_access_indices else 0`,
  AssertLeIsFirstArcExcluded: ({ skip_exclude_a_flag }) => `${cell(skip_exclude_a_flag)} = 1 if excluded != 0 else 0`,
  AssertLeIsSecondArcExcluded: ({ skip_exclude_b_minus_a }) =>
    `${cell(skip_exclude_b_minus_a)} = 1 if excluded != 1 else 0`,
};

const mentioned = (text: string): string => [...new Set(text.match(/[af]p \+ -?\d+/g) ?? [])].sort().join(', ');

function cellsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('register' in part) return [register(part as CellJson)];
  return Object.values(part).flatMap(cellsIn);
}

/** How a hint differs from the recorded text; undefined if it does not. */
export function hintDifference(hint: CasmHint, recorded: string): string | undefined {
  const [[name, fields]] = Object.entries(hint) as [[string, Fields]];
  const short = SHORT_HINTS[name];
  const text = recorded.trim();
  if (short) return short(fields) === text ? undefined : `${short(fields)}, not ${text}`;
  const ours = [...new Set(cellsIn(fields))].sort().join(', ');
  return ours === mentioned(text) ? undefined : `${name} of ${ours}, not ${mentioned(text)}`;
}
