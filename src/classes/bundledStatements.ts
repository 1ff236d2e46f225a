import { FALLTHROUGH, RETURN, type SierraFunction, type Statement } from '../sierra/program.ts';

/**
 * The statements of a Sierra program as four lists of numbers in which gzip finds much more than in the program: variables are written
 * relative to what was defined and used before, and how many there are is written once for each libfunc.
 */
export interface StatementNumbers {
  /** Libfuncs plus one, or 0 for a return. A return is followed by the number of its arguments; the first use of a libfunc by its shape. */
  readonly libfuncs: readonly number[];
  readonly args: readonly number[];
  readonly targets: readonly number[];
  readonly results: readonly number[];
}

/** What has to be known of the functions of a program: where they begin, and the variables of their parameters. */
export type FunctionStart = Pick<SierraFunction, 'entry' | 'variables'>;

/** Writes statements as numbers. */
export function numbersOfStatements(
  statements: readonly Statement[],
  functions: readonly FunctionStart[],
): StatementNumbers {
  const libfuncs: number[] = [];
  const args: number[] = [];
  const targets: number[] = [];
  const results: number[] = [];
  const seen = new Set<number>();
  const variables = new VariableHistory(functions);
  statements.forEach(({ libfunc, args: used, branches }, position) => {
    variables.at(position);
    libfuncs.push(libfunc === RETURN ? 0 : libfunc + 1);
    if (libfunc === RETURN) libfuncs.push(used.length);
    else if (!seen.has(libfunc)) {
      seen.add(libfunc);
      libfuncs.push(used.length, branches.length, ...branches.map((branch) => branch.results.length));
    }
    for (const id of used) args.push(variables.numberOfArg(id));
    for (const branch of branches) {
      targets.push(branch.target === FALLTHROUGH ? 0 : 1 + unsigned(branch.target - position));
      for (const id of branch.results) results.push(variables.numberOfResult(id));
    }
  });
  return { libfuncs, args, targets, results };
}

/** Reads what numbersOfStatements has written: gives the numbers with which a program lists its statements, as programNumbers does. */
export function readStatementNumbers(numbers: StatementNumbers, functions: readonly FunctionStart[]): number[] {
  const { libfuncs, args, targets, results } = numbers;
  const variables = new VariableHistory(functions);
  /** By libfunc: how many arguments it has, then how many results each branch has. */
  const shapes: (readonly number[] | undefined)[] = [];
  const program = [0];
  let argAt = 0;
  let targetAt = 0;
  let resultAt = 0;
  let position = 0;
  for (let at = 0; at < libfuncs.length; position++) {
    variables.at(position);
    const libfunc = libfuncs[at++]! - 1;
    let shape = shapes[libfunc];
    if (libfunc === RETURN) {
      shape = [libfuncs[at++]!];
      program.push(1);
    } else {
      if (!shape) {
        const end = at + 2 + libfuncs[at + 1]!;
        shape = shapes[libfunc] = [libfuncs[at]!, ...libfuncs.slice(at + 2, end)];
        at = end;
      }
      program.push(0, libfunc);
    }
    program.push(shape[0]!);
    for (let i = 0; i < shape[0]!; i++) program.push(variables.arg(args[argAt++]!));
    if (libfunc === RETURN) continue;
    program.push(shape.length - 1);
    for (let branch = 1; branch < shape.length; branch++) {
      const target = targets[targetAt++]!;
      program.push(target === 0 ? FALLTHROUGH : position + signed(target - 1), shape[branch]!);
      for (let i = 0; i < shape[branch]!; i++) program.push(variables.result(results[resultAt++]!));
    }
  }
  program[0] = position;
  return program;
}

/** The numbers with which a program lists its statements, in their order; FALLTHROUGH is -1 here. */
export function programNumbers(statements: readonly Statement[]): number[] {
  const numbers = [statements.length];
  for (const { libfunc, args, branches } of statements) {
    if (libfunc === RETURN) numbers.push(1, args.length, ...args);
    else numbers.push(0, libfunc, args.length, ...args, branches.length);
    for (const { target, results } of branches) numbers.push(target, results.length, ...results);
  }
  return numbers;
}

/** The variables of a function that were defined and used so far. Both directions keep the same history. */
class VariableHistory {
  readonly #starts: ReadonlyMap<number, readonly number[]>;
  /** Variables that were defined and not used yet, and all uses; the latest last. */
  #waiting: number[] = [];
  #used: number[] = [];
  /** The id after the largest one of this function. */
  #next = 0;

  constructor(functions: readonly FunctionStart[]) {
    this.#starts = new Map(functions.map(({ entry, variables }) => [entry, variables]));
  }

  /** Has to be called before each statement. */
  at(position: number): void {
    const variables = this.#starts.get(position);
    if (!variables) return;
    this.#waiting = [...variables];
    this.#used = [];
    this.#next = variables.length;
  }

  /** How many were defined after it and wait too; or its id, beyond that, if it does not wait. */
  numberOfArg(id: number): number {
    const { length } = this.#waiting;
    const place = this.#waiting.lastIndexOf(id);
    this.#use(place, id);
    return place < 0 ? length + id : length - 1 - place;
  }

  arg(number: number): number {
    const { length } = this.#waiting;
    const place = length - 1 - number;
    const id = place < 0 ? number - length : this.#waiting[place]!;
    this.#use(place, id);
    return id;
  }

  /** 0 for the next id, odd for an id that was used, even for all others. */
  numberOfResult(id: number): number {
    const use = this.#used.lastIndexOf(id);
    const number =
      id === this.#next ? 0 : use < 0 ? 2 + 2 * unsigned(id - this.#next) : 1 + 2 * (this.#used.length - 1 - use);
    this.#define(id);
    return number;
  }

  result(number: number): number {
    const id =
      number === 0
        ? this.#next
        : number % 2 === 1
          ? this.#used[this.#used.length - 1 - (number - 1) / 2]!
          : this.#next + signed(number / 2 - 1);
    this.#define(id);
    return id;
  }

  #use(place: number, id: number): void {
    if (place >= 0) this.#waiting.splice(place, 1);
    this.#used.push(id);
  }

  #define(id: number): void {
    // A new id cannot wait already.
    const place = id < this.#next ? this.#waiting.lastIndexOf(id) : -1;
    if (place >= 0) this.#waiting.splice(place, 1);
    this.#waiting.push(id);
    if (id >= this.#next) this.#next = id + 1;
  }
}

// Small numbers of both signs as small numbers: 0, -1, 1, -2, 2 …
const unsigned = (difference: number): number => (difference >= 0 ? 2 * difference : -2 * difference - 1);
const signed = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);
