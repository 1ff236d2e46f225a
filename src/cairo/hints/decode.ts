import { type Felt, reduce } from '../../felt/felt.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { CasmHint } from '../casm.ts';
import { HINT_FIELDS } from '../hintFields.ts';
import type { Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { HintHost } from './hintHost.ts';
import { CORE_HINTS, type CoreHintName } from './hintTable.ts';
import { bufferOfOperand, type CellRef, type Operand } from './operand.ts';

/** A decoded hint. A machine may have its own implementation of a core hint, by name and operands; `run` is the definition. */
export type Hint =
  | {
      readonly kind: 'core';
      /** A withdrawal of gas has its own name (withdrawals.ts). */
      readonly name: CoreHintName | 'WithdrawGas';
      readonly ins: readonly Operand[];
      readonly outs: readonly CellRef[];
      readonly run: (host: HintHost) => void;
    }
  | { readonly kind: 'cairo0'; readonly name: string; readonly run: (host: HintHost) => void }
  | {
      readonly kind: 'syscall';
      /** The address of the request; undefined for Cairo 0 hints, where `pointer` reads it from `ids`. */
      readonly operand: Operand | undefined;
      readonly pointer: (host: HintHost) => Pointer;
    };

const malformed = (what: string, value: unknown): VmError =>
  new VmError(`Malformed hint: ${writeJson(value).slice(0, 200)} is not ${what}.`);

function fieldsOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(what, value);
  return value as Record<string, unknown>;
}

/** The name of the first member; empty if there is none. COST: a fraction of the time of `Object.entries`. */
function firstName(fields: object): string {
  for (const name in fields) return name;
  return '';
}

function decodeCell(value: unknown): CellRef {
  const { register, offset } = fieldsOf(value, 'a cell');
  if ((register !== 'AP' && register !== 'FP') || !Number.isInteger(offset)) throw malformed('a cell', value);
  return { fp: register === 'FP', offset: offset as number };
}

const NUMBER = /^-?0x[0-9a-fA-F]{1,128}$/;

function decodeNumber(value: unknown): Felt {
  if (typeof value !== 'string' || !NUMBER.test(value)) throw malformed('a number', value);
  return reduce(value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value));
}

/** Reads an operand in its published JSON format. */
function decodeOperand(value: unknown): Operand {
  const fields = fieldsOf(value, 'an operand');
  const kind = firstName(fields);
  const inner = fields[kind];
  switch (kind) {
    case 'Deref':
      return { kind: 'deref', cell: decodeCell(inner) };
    case 'DoubleDeref':
      if (!Array.isArray(inner) || !Number.isInteger(inner[1])) throw malformed('an operand', value);
      return { kind: 'doubleDeref', cell: decodeCell(inner[0]), inner: inner[1] };
    case 'Immediate':
      return { kind: 'immediate', value: decodeNumber(inner) };
    case 'BinOp': {
      const { op, a, b } = fieldsOf(inner, 'an operand');
      if (op !== 'Add' && op !== 'Mul') throw malformed('an operand', value);
      const other = fieldsOf(b, 'an operand');
      return {
        kind: op === 'Add' ? 'add' : 'mul',
        cell: decodeCell(a),
        other: 'Deref' in other ? decodeCell(other['Deref']) : decodeNumber(other['Immediate']),
      };
    }
    default:
      throw malformed('an operand', value);
  }
}

/** Reads a hint of a compiled class in its published JSON format. The error for an unknown hint names it. */
export function decodeHint(hint: CasmHint): Hint {
  const name = typeof hint === 'string' ? hint : firstName(hint);
  const fields = fieldsOf(typeof hint === 'string' || name === '' ? {} : hint[name], 'a hint');
  if (name === 'SystemCall') {
    const operand = decodeOperand(fields['system']);
    return { kind: 'syscall', operand, pointer: (host) => bufferOfOperand(host, operand) };
  }
  if (!Object.hasOwn(CORE_HINTS, name))
    throw new VmError(
      `The hint ${name} is not one that a contract may contain. Compile the class with a released compiler, without test code.`,
    );
  const known = name as CoreHintName;
  const named = HINT_FIELDS[known];
  const ins = named.ins.map((field) => decodeOperand(fields[field]));
  const outs = named.outs.map((field) => decodeCell(fields[field]));
  const run = CORE_HINTS[known];
  return { kind: 'core', name: known, ins, outs, run: (host) => run(host, ins, outs) };
}
