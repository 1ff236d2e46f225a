import { type Felt, reduce } from '../../felt/felt.ts';
import { isFelt, isPointer, shiftPointer } from '../cells.ts';
import type { HintHost } from '../hints/hintHost.ts';
import type { Cell } from '../machine.ts';
import type { Pointer } from '../pointer.ts';
import { OperandError, VmError } from '../vmError.ts';
import type { ApTracking } from './cairo0Data.ts';
import { type Expression, evaluate } from './reference.ts';

/** The reference behind a name in a hint: its expression, and the ap tracking where it was defined. */
export interface NamedReference {
  readonly expression: Expression;
  readonly apTracking: ApTracking;
}

/** The object `ids` of a hint: the variables of the Cairo code around it. */
export class Ids {
  readonly host: HintHost;
  readonly #references: ReadonlyMap<string, NamedReference>;
  readonly #apTracking: ApTracking;
  readonly #constant: (name: string) => Felt | undefined;

  constructor(
    host: HintHost,
    references: ReadonlyMap<string, NamedReference>,
    apTracking: ApTracking,
    constant: (name: string) => Felt | undefined,
  ) {
    this.host = host;
    this.#references = references;
    this.#apTracking = apTracking;
    this.#constant = constant;
  }

  has(name: string): boolean {
    return this.#references.has(name);
  }

  #evaluate(name: string, pick: (expression: Expression) => Expression): Cell | undefined {
    const reference = this.#references.get(name);
    if (reference === undefined) return undefined;
    try {
      return evaluate(this.host, pick(reference.expression), reference.apTracking, this.#apTracking);
    } catch (error) {
      // The network reports an address that does not exist as an unknown name.
      if (error instanceof VmError) return undefined;
      throw error;
    }
  }

  /** The value of a variable. */
  cell(name: string): Cell {
    const cell = this.#evaluate(name, (expression) => expression);
    if (cell === undefined) throw new VmError(`Unknown identifier ${name}`);
    return cell;
  }

  felt(name: string): Felt {
    const cell = this.cell(name);
    if (!isFelt(cell)) throw new VmError(`Expected ids.${name} to be an Integer value`);
    return cell;
  }

  pointer(name: string): Pointer {
    const cell = this.cell(name);
    if (!isPointer(cell)) throw new VmError(`Expected ids.${name} to be a Relocatable value`);
    return cell;
  }

  /** The address of a variable. */
  address(name: string): Pointer {
    const cell = this.#evaluate(name, (expression) => (expression.kind === 'deref' ? expression.inner : expression));
    if (cell === undefined || !isPointer(cell)) throw new VmError(`Unknown identifier ${name}`);
    return cell;
  }

  /** The felt in a member of a struct, by the member's offset. */
  member(name: string, member: string, offset: number): Felt {
    const cell = this.host.get(shiftPointer(this.address(name), offset));
    if (cell === undefined || !isFelt(cell))
      throw new VmError(`ids.${name} has no member ${member} or it is of incorrect type`);
    return cell;
  }

  /** Writes a variable, or the member of a struct at an offset. Numbers are reduced modulo P. */
  set(name: string, value: Cell | bigint, offset = 0): void {
    const address = shiftPointer(this.address(name), offset);
    this.host.set(address, typeof value === 'number' ? value : reduce(value));
  }

  /** Writes [ap]. */
  setAp(value: Cell | bigint): void {
    this.host.set(this.host.ap, typeof value === 'number' ? value : reduce(value));
  }

  /** A constant of the program. */
  constant(name: string): Felt {
    const value = this.#constant(name);
    if (value === undefined) throw new VmError(`Missing constant: ${name}`);
    return value;
  }

  /** Writes felts to consecutive cells. */
  write(start: Pointer, values: readonly (bigint | number)[]): void {
    values.forEach((value, i) => void this.host.set(shiftPointer(start, i), reduce(BigInt(value))));
  }

  /** The bound of the range check builtin. Throws if the run does not have it. */
  rangeCheckBound(): bigint {
    if (this.host.builtinSegment('range_check') === undefined)
      throw new OperandError('Expected range_check builtin to be present');
    return 1n << 128n;
  }

  // Python variables of the innermost scope.
  variable<Value>(name: string): Value {
    const variables = this.host.scope.variables.at(-1)!;
    if (!variables.has(name)) throw new VmError(`Variable ${name} not present in current execution scope`);
    return variables.get(name) as Value;
  }
  optional<Value>(name: string): Value | undefined {
    return this.host.scope.variables.at(-1)!.get(name) as Value | undefined;
  }
  assign(values: Readonly<Record<string, unknown>>): void {
    const variables = this.host.scope.variables.at(-1)!;
    for (const [name, value] of Object.entries(values)) variables.set(name, value);
  }
  enterScope(values: Readonly<Record<string, unknown>> = {}): void {
    this.host.scope.variables.push(new Map(Object.entries(values)));
  }
  exitScope(): void {
    if (this.host.scope.variables.length === 1) throw new VmError('Cannot exit main scope.');
    this.host.scope.variables.pop();
  }
}

/** What a Cairo 0 hint does. */
export type Cairo0HintRun = (ids: Ids) => void;
