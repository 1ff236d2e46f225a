export type Register = 'ap' | 'fp';
export type Operator = '+' | '-' | '*' | '/';

/**
 * `[register + offset]`. Offsets from ap are in frame coordinates, which do not change when ap moves: the position within the
 * frame, as long as ap is tracked. They become relative to ap when an instruction is written.
 */
export interface Place {
  readonly kind: 'place';
  readonly register: Register;
  readonly offset: number;
}

/** `[[register + offset] + inner]`. */
export interface Pointee {
  readonly kind: 'pointee';
  readonly register: Register;
  readonly offset: number;
  readonly inner: number;
}

/** An immediate; any integer, reduced only when it is written into the bytecode. */
export interface Value {
  readonly kind: 'value';
  readonly value: bigint;
}

/** `[register + offset] operator right`, not yet computed. */
export interface Deferred {
  readonly kind: 'deferred';
  readonly operator: Operator;
  readonly register: Register;
  readonly offset: number;
  readonly right: Place | Value;
}

/** How the value of one cell of a variable can be obtained. */
export type Cell = Place | Pointee | Value | Deferred;

/** A variable's value, cell by cell. */
export type Cells = readonly Cell[];

/** Thrown for an argument in a form that the libfunc's code cannot use. */
export class UnfitArgument extends Error {}

export const place = (register: Register, offset: number): Place => ({ kind: 'place', register, offset });
export const pointee = (pointer: Place, inner: number): Pointee => ({
  kind: 'pointee',
  register: pointer.register,
  offset: pointer.offset,
  inner,
});
export const value = (number: bigint | number): Value => ({ kind: 'value', value: BigInt(number) });
export const deferred = (operator: Operator, left: Place | Deferred, right: Place | Value): Deferred => ({
  kind: 'deferred',
  operator,
  register: left.register,
  offset: left.offset,
  right,
});

export const ZERO = value(0n);
export const NO_CELLS: Cells = [];

/** `cell + n`; the cell itself for zero. */
export function addConst(cell: Place, n: bigint | number): Place | Deferred {
  const amount = BigInt(n);
  return amount === 0n ? cell : deferred('+', cell, value(amount));
}

/** `count` places from `offset` on. */
export function places(register: Register, offset: number, count: number): Place[] {
  const cells = new Array<Place>(count);
  for (let i = 0; i < count; i++) cells[i] = place(register, offset + i);
  return cells;
}

/** Whether the cells are exactly the top of the stack. */
export function onStack(args: readonly Cells[], ap: number): boolean {
  let expected = ap;
  for (let i = 0; i < args.length; i++) expected -= args[i]!.length;
  for (let i = 0; i < args.length; i++) {
    const cells = args[i]!;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k]!;
      if (cell.kind !== 'place' || cell.register !== 'ap' || cell.offset !== expected++) return false;
    }
  }
  return true;
}
