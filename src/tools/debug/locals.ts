import type { Cell as MachineCell } from '../../cairo/machine.ts';
import { type Pointer, pointer } from '../../cairo/pointer.ts';
import { EXECUTION } from '../../cairo/walk/rareStep.ts';
import { reduce, signed } from '../../felt/felt.ts';
import type { Cell } from '../../sierra/casm/cell.ts';
import { type DebugVariable, debugVariable, isInternal, resultIn, type ValueReader } from './debugValue.ts';
import { type Frame, readCell } from './stack.ts';

/** Where the cells of a frame are. */
interface CellBase {
  readonly fp: number;
  /** ap minus its position in the coordinates of cells; undefined if it is not known. */
  readonly apBase: number | undefined;
  readonly read: (address: Pointer) => MachineCell | undefined;
}

const readerOf = ({ call }: Frame): ValueReader | undefined => {
  const { compiled, names } = call.class;
  return compiled && { types: compiled.specialized.types, names, read: (address) => readCell(call, address) };
};

/**
 * The variables of a frame that have a value, in the order in which they were introduced. Without names from the compiler they are
 * the Sierra variables that are live.
 */
export function localsOf(frame: Frame): readonly DebugVariable[] {
  const { call, pc, fp, ap } = frame;
  const own = call.class;
  const statement = own.statementAt(pc);
  const state = own.variablesAt(statement);
  const reader = readerOf(frame);
  if (!state || !reader) return [];
  const names = own.names.variablesOf(own.functionOf(statement));
  const base = { fp, apBase: ap === undefined ? undefined : ap - state.ap, read: reader.read };
  const found = new Map<string, DebugVariable>();
  for (const [id, { type, cells, isLive }] of state.variables) {
    const called = names ? names.get(id) : isLive ? [`[${id}]`] : undefined;
    if (called === undefined || cells.length === 0 || isInternal(type, reader)) continue;
    const values = cells.map((cell) => cellValue(cell, base));
    // A newer variable of the same name is a later value of it.
    if (names && values.includes(undefined)) continue;
    const result = names && resultIn(type, reader);
    for (const name of called) {
      found.delete(name);
      found.set(name, debugVariable(name, result?.type ?? type, values.slice(result?.from ?? 0), reader));
    }
  }
  return [...found.values()];
}

/** The gas counter of a frame; undefined if the frame does not have it. */
export function gasOf(frame: Frame): bigint | undefined {
  const { call, pc, fp, ap } = frame;
  const own = call.class;
  const state = own.variablesAt(own.statementAt(pc));
  const reader = readerOf(frame);
  if (!state || !reader) return undefined;
  const base = { fp, apBase: ap === undefined ? undefined : ap - state.ap, read: reader.read };
  const counters = [...state.variables.values()].filter(
    ({ type, isLive }) => isLive && reader.types.declaration(type).generic === 'GasBuiltin',
  );
  const value = counters.length > 0 ? cellValue(counters.at(-1)!.cells[0]!, base) : undefined;
  return typeof value === 'bigint' ? value : undefined;
}

function cellValue(cell: Cell, base: CellBase): MachineCell | undefined {
  if (cell.kind === 'value') return reduce(cell.value);
  const origin = cell.register === 'fp' ? base.fp : base.apBase;
  if (origin === undefined) return undefined;
  const at = base.read(pointer(EXECUTION, origin + cell.offset));
  if (cell.kind === 'place' || at === undefined) return at;
  if (cell.kind === 'pointee') return typeof at === 'number' ? base.read((at + cell.inner) as Pointer) : undefined;
  const right = cellValue(cell.right, base);
  if (right === undefined) return undefined;
  return combined(at, cell.operator, right);
}

function combined(left: MachineCell, operator: string, right: MachineCell): MachineCell | undefined {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (operator === '/') return undefined;
    return reduce(operator === '+' ? left + right : operator === '-' ? left - right : left * right);
  }
  if (typeof left === 'number' && typeof right === 'bigint') {
    const distance = Number(signed(right));
    return (operator === '+' ? left + distance : left - distance) as Pointer;
  }
  return undefined;
}
