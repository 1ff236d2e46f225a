import { SierraError } from '../sierraError.ts';
import { Buffer, type BufferKind, bufferOf } from './buffer.ts';
import {
  type Cell,
  type Cells,
  type Deferred,
  deferred,
  type Operator,
  type Place,
  place,
  pointee,
  UnfitArgument,
  value,
} from './cell.ts';
import { type Code, EXTENSION } from './code.ts';
import { hex, hintCell, hintOperand } from './hintOperand.ts';

/** A tuple of N places. */
export type PlaceTuple<N extends number, T extends Place[] = []> = T['length'] extends N
  ? T
  : PlaceTuple<N, [...T, Place]>;

/** What an expression may be built from. */
export type Operand = Cell | Buffer | bigint;
export type Output = Cell | Buffer;

/** The state of one path through the code. */
interface Path {
  readonly ap: number;
  readonly allocated: number;
  readonly steps: number;
  readonly moved: readonly number[];
}

interface Label {
  path: Path | undefined;
  offset: number | undefined;
  /** Instructions that jump to the label and were written before it was placed. */
  readonly jumps: number[];
}

/** One exit of a libfunc's code. */
export interface Exit {
  readonly outputs: readonly Cells[];
  /** The position of ap, in frame coordinates. */
  readonly ap: number;
  readonly steps: number;
  readonly rangeChecks: number;
  readonly rangeChecks96: number;
  /** The instructions that jump there; empty for the branch that falls through. */
  readonly jumps: readonly number[];
}

/**
 * Writes the code of one libfunc invocation. Temporary cells are allocated in advance. While ap is below the allocated cells,
 * every instruction increments it. Several paths may lead to a label; ap must be the same on all of them.
 */
export class Builder {
  #exits: Exit[] = [];
  #code: Code;
  #start = 0;
  #ap = 0;
  #allocated = 0;
  #steps = 0;
  #reachable = true;
  #buffers: Buffer[] = [];
  #labels = new Map<string, Label>();

  constructor(code: Code) {
    this.#code = code;
  }

  /** Begins an invocation with ap at `ap`. */
  begin(ap: number): void {
    this.#exits = [];
    this.#start = ap;
    this.#ap = ap;
    this.#allocated = ap;
    this.#steps = 0;
    this.#reachable = true;
    this.#buffers = [];
    this.#labels.clear();
  }

  get ap(): number {
    return this.#ap;
  }

  /** How far ap has moved since `begin`. */
  get change(): number {
    return this.#ap - this.#start;
  }

  // Cells and expressions

  temp(): Place;
  temp(operand: Operand): Place;
  temp(operand?: Operand): Place {
    const cell = place('ap', this.#allocated++);
    if (operand !== undefined) this.assert(cell, operand);
    return cell;
  }

  /** Allocates temporary cells in ascending order. */
  temps<const N extends number>(count: N): PlaceTuple<N> {
    return Array.from({ length: count }, () => this.temp()) as PlaceTuple<N>;
  }

  /** The cell of the expression if it is a plain cell, otherwise a temporary cell that holds its value. */
  maybeTemp(operand: Operand): Place {
    const cell = cellOf(operand);
    if (cell.kind === 'place') return cell;
    if (cell.kind === 'deferred' && cell.right.kind === 'value') {
      const neutral = cell.operator === '+' || cell.operator === '-' ? 0n : 1n;
      if (cell.right.value === neutral) return place(cell.register, cell.offset);
    }
    return this.temp(cell);
  }

  /** A cell of an inner function's frame. */
  local(operand?: Operand): Place {
    const cell = place('fp', this.#allocated++);
    if (operand !== undefined) this.assert(cell, operand);
    return cell;
  }

  add = (left: Operand, right: Operand): Deferred => this.#deferred('+', left, right);
  sub = (left: Operand, right: Operand): Deferred => this.#deferred('-', left, right);
  mul = (left: Operand, right: Operand): Deferred => this.#deferred('*', left, right);
  div = (left: Operand, right: Operand): Deferred => this.#deferred('/', left, right);

  #deferred(operator: Operator, left: Operand, right: Operand): Deferred {
    const first = cellOf(left);
    const second = cellOf(right);
    if (second.kind !== 'place' && second.kind !== 'value') throw new UnfitArgument();
    if (first.kind === 'place') return deferred(operator, first, second);
    if (first.kind === 'deferred' && first.operator === '+' && operator === '+')
      if (first.right.kind === 'value' && second.kind === 'value')
        return deferred('+', first, value(first.right.value + second.value));
    throw new UnfitArgument();
  }

  /** `[p + index]`. */
  at(pointer: Place | Buffer, index: number): Cell {
    return pointer instanceof Buffer ? pointee(pointer.base, pointer.moved + index) : pointee(pointer, index);
  }

  // Buffers

  buffer(pointer: Cell, kind: BufferKind = 'plain'): Buffer {
    const buffer = bufferOf(pointer, kind);
    this.#buffers.push(buffer);
    return buffer;
  }

  /** The next cell of the buffer; advances the buffer. */
  next(buffer: Buffer): Cell {
    return pointee(buffer.base, buffer.moved++);
  }

  /** Appends cells to the buffer: asserts that its next cells are equal to them. */
  push(buffer: Buffer, ...cells: Place[]): void {
    for (const cell of cells) this.assert(cell, this.next(buffer));
  }

  // Instructions

  assert(left: Place, right: Operand, extension: number = EXTENSION.none): void {
    const cell = cellOf(right);
    const increment = this.#step();
    if (cell.kind === 'deferred' && (cell.operator === '-' || cell.operator === '/')) {
      // There is no subtraction instruction: l = a - b is written as a = l + b.
      const turned = deferred(cell.operator === '-' ? '+' : '*', left, cell.right);
      this.#code.assert(place(cell.register, cell.offset), turned, this.#ap, increment, extension);
    } else this.#code.assert(left, cell, this.#ap, increment, extension);
    if (increment) this.#ap++;
  }

  advance(cells: number): void {
    this.#steps++;
    this.#code.addAp(cells);
    this.#ap += cells;
  }

  /** Accounts for cells that a call has put on the stack. */
  skip(cells: number, steps: number): void {
    this.#allocated += cells;
    this.#ap += cells;
    this.#steps += steps;
  }

  blake(state: Place, byteCount: Place, message: Place, finalize: boolean): void {
    this.#step();
    this.#code.blake(state, byteCount, message, finalize, this.#ap);
    this.#ap++;
  }

  /** Writes an assertion that always fails. */
  fail(): void {
    const cell = place('fp', -1);
    this.#steps++;
    this.#code.assert(cell, deferred('+', cell, value(1n)), this.#ap, false);
    this.#reachable = false;
  }

  /** Marks this point as unreachable. */
  unreachable(): void {
    this.#reachable = false;
  }

  hint(
    name: string,
    inputs: Readonly<Record<string, Operand>>,
    outputs: Readonly<Record<string, Place>> = {},
    numbers: Readonly<Record<string, bigint>> = {},
  ): void {
    const fields: Record<string, unknown> = {};
    for (const key in numbers) fields[key] = hex(numbers[key]!);
    for (const key in inputs) fields[key] = hintOperand(cellOf(inputs[key]!), this.#ap);
    for (const key in outputs) fields[key] = hintCell(outputs[key]!, this.#ap);
    this.#code.addHint({ [name]: fields });
  }

  jumpIf(condition: Cell, label: string): void {
    if (condition.kind !== 'place') throw new UnfitArgument();
    const increment = this.#step();
    this.#code.jumpIf(condition, 0, this.#ap, increment);
    if (increment) this.#ap++;
    this.#arrive(label);
  }

  jump(label: string): void {
    const increment = this.#step();
    this.#code.jump(0, increment);
    if (increment) this.#ap++;
    this.#arrive(label);
    this.#reachable = false;
  }

  label(name: string): void {
    const label = this.#label(name);
    label.offset = this.#code.size;
    if (this.#reachable) label.path = label.path ? this.#merge(label.path, this.#path()) : this.#path();
    if (!label.path) throw new SierraError('compile', `No path leads to ${name}.`);
    this.#restore(label.path);
    for (const jump of label.jumps) this.#code.immediates[jump] = label.offset - this.#code.offsets[jump]!;
  }

  /** Calls an inner function, which returns `results` cells on the stack. */
  call<const N extends number>(label: string, results: N): PlaceTuple<N> {
    this.#steps++;
    this.#code.call(0);
    this.#jumpTo(label);
    this.rescope([]);
    return Array.from({ length: results }, (_, i) => place('ap', i - results)) as PlaceTuple<N>;
  }

  ret(): void {
    this.#steps++;
    this.#code.ret();
    this.#reachable = false;
  }

  /** Begins an inner function; ap is at the start of its frame. */
  function(label: string): void {
    this.#reachable = true;
    this.#buffers = [];
    this.rescope([]);
    this.label(label);
  }

  /** Restarts the counting of ap at 0. Returns the cells in the new coordinates. */
  rescope<const C extends readonly Place[]>(cells: C): { [K in keyof C]: Place } {
    const moved = cells.map((cell) => (cell.register === 'ap' ? place('ap', cell.offset - this.#ap) : cell));
    this.#ap = 0;
    this.#allocated = 0;
    return moved as { [K in keyof C]: Place };
  }

  /** Whether this point of the code is reachable. */
  get reachable(): boolean {
    return this.#reachable;
  }

  // Exits

  /** The branch that falls through, with its outputs. */
  done(...outputs: readonly (Output | readonly Output[])[]): void {
    this.#exits.push(this.#exit(this.#path(), outputs, []));
  }

  /** The branch that the jumps to `label` take, with its outputs. */
  exit(label: string, ...outputs: readonly (Output | readonly Output[])[]): void {
    const { path, jumps } = this.#label(label);
    if (!path) throw new SierraError('compile', `No path leads to ${label}.`);
    const kept = this.#path();
    this.#restore(path);
    this.#exits.push(this.#exit(path, outputs, jumps));
    this.#restore(kept);
  }

  /** All exits, when the code is complete. */
  takeExits(): readonly Exit[] {
    return this.#exits;
  }

  #exit(path: Path, outputs: readonly (Output | readonly Output[])[], jumps: readonly number[]): Exit {
    const cell = (output: Output): Cell => (output instanceof Buffer ? output.cell : output);
    let rangeChecks = 0;
    let rangeChecks96 = 0;
    for (const buffer of this.#buffers) {
      if (buffer.kind === 'rangeCheck') rangeChecks += buffer.used;
      else if (buffer.kind === 'rangeCheck96') rangeChecks96 += buffer.used;
    }
    return {
      outputs: outputs.map((output) => (Array.isArray(output) ? output.map(cell) : [cell(output as Output)])),
      ap: path.ap,
      steps: path.steps,
      rangeChecks,
      rangeChecks96,
      jumps,
    };
  }

  // Paths

  #step(): boolean {
    this.#steps++;
    return this.#allocated > this.#ap;
  }

  #path(): Path {
    return {
      ap: this.#ap,
      allocated: this.#allocated,
      steps: this.#steps,
      moved: this.#buffers.map((buffer) => buffer.moved),
    };
  }

  #restore(path: Path): void {
    this.#ap = path.ap;
    this.#allocated = path.allocated;
    this.#steps = path.steps;
    this.#reachable = true;
    path.moved.forEach((moved, i) => {
      const buffer = this.#buffers[i];
      if (buffer) buffer.moved = moved;
    });
  }

  #merge(one: Path, other: Path): Path {
    if (one.ap !== other.ap || one.allocated !== other.allocated)
      throw new SierraError('compile', 'Paths of different lengths meet.');
    return other.steps > one.steps ? { ...one, steps: other.steps } : one;
  }

  #label(name: string): Label {
    let label = this.#labels.get(name);
    if (!label) {
      label = { path: undefined, offset: undefined, jumps: [] };
      this.#labels.set(name, label);
    }
    return label;
  }

  #jumpTo(name: string): Label {
    const label = this.#label(name);
    const jump = this.#code.length - 1;
    if (label.offset === undefined) label.jumps.push(jump);
    else this.#code.immediates[jump] = label.offset - this.#code.offsets[jump]!;
    return label;
  }

  #arrive(name: string): void {
    const label = this.#jumpTo(name);
    label.path = label.path ? this.#merge(label.path, this.#path()) : this.#path();
  }
}

function cellOf(operand: Operand): Cell {
  if (typeof operand === 'bigint') return value(operand);
  return operand instanceof Buffer ? operand.cell : operand;
}
