import {
  FALLTHROUGH,
  type GenericArg,
  type LibfuncDeclaration,
  type Program,
  type SierraFunction,
  type Statement,
  type TypeDeclaration,
} from '../../sierra/program.ts';
import { functionRanges } from './functionRanges.ts';

/**
 * Changes a program. Every statement is a slot, which can be filled with no statement or with several; copies of code are slots behind the
 * others of their function. Targets of branches are slots until the end, so what is inserted moves nothing.
 */
export class ProgramEditor {
  readonly #program: Program;
  readonly #ranges: ReturnType<typeof functionRanges>;
  /** The slots that were filled anew, and those that were added. All others have their statement of the program. */
  readonly #filled = new Map<number, readonly Statement[]>();
  readonly #added: { readonly statements: readonly Statement[]; readonly owner: number }[] = [];
  readonly #types: TypeDeclaration[];
  readonly #libfuncs: LibfuncDeclaration[];
  readonly #functions: SierraFunction[];
  #nextVariable: number | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#ranges = functionRanges(program);
    this.#types = [...program.types];
    this.#libfuncs = [...program.libfuncs];
    this.#functions = [...program.functions];
  }

  /** The only statement of a slot; undefined if the slot was changed. */
  statement(slot: number): Statement | undefined {
    const statements = this.#statements(slot);
    return statements?.length === 1 ? statements[0] : undefined;
  }

  libfunc(id: number): LibfuncDeclaration | undefined {
    return this.#libfuncs[id];
  }

  type(id: number): TypeDeclaration | undefined {
    return this.#types[id];
  }

  /** Fills a slot. After the last statement without a target of its own, the next slot follows. */
  fill(slot: number, statements: readonly Statement[]): void {
    this.#filled.set(slot, statements);
  }

  /** Adds a slot at the end of a slot's function, which nothing falls through to. */
  append(beside: number, statements: readonly Statement[]): number {
    return this.#add(statements, this.#ownerOf(beside));
  }

  /** A variable that nothing uses. */
  newVariable(): number {
    this.#nextVariable ??= 1 + knownLargest(this.#program);
    return this.#nextVariable++;
  }

  /** The id of a type, which is declared if it is not yet. */
  declareType(generic: string, args: readonly GenericArg[]): number {
    return declare(this.#types, generic, args);
  }

  /** The id of a libfunc, which is declared if it is not yet. */
  declareLibfunc(generic: string, args: readonly GenericArg[] = []): number {
    return declare(this.#libfuncs, generic, args);
  }

  /** A statement with one branch, which falls through. */
  straight(generic: string, types: readonly number[], args: readonly number[], results: readonly number[]): Statement {
    const libfunc = this.declareLibfunc(
      generic,
      types.map((type) => ({ kind: 'type', type })),
    );
    return { libfunc, args, branches: [{ target: FALLTHROUGH, results }] };
  }

  jump(target: number): Statement {
    return { libfunc: this.declareLibfunc('jump'), args: [], branches: [{ target, results: [] }] };
  }

  /** Copies all code that runs from a slot on. Returns the copies of the slots. */
  copyFrom(start: number, owner = this.#ownerOf(start)): ReadonlyMap<number, number> {
    const slots = [...this.#reachable(start)].sort((a, b) => a - b);
    const copies = new Map(slots.map((slot, i) => [slot, this.#end + i]));
    for (const slot of slots)
      this.#add(
        this.#statements(slot)!.map((statement) => ({
          ...statement,
          branches: statement.branches.map(({ target, results }) => ({
            target: copies.get(target) ?? target,
            results,
          })),
        })),
        owner,
      );
    return copies;
  }

  /** Adds a copy of a function. Returns its id, and the copies of its slots. */
  copyFunction(id: number): { readonly id: number; readonly copies: ReadonlyMap<number, number> } {
    const original = this.#functions.find((declared) => declared.id === id)!;
    const copies = this.copyFrom(original.entry, this.#functions.length);
    const copy = { ...original, id: this.#functions.length, entry: copies.get(original.entry)! };
    this.#functions.push(copy);
    return { id: copy.id, copies };
  }

  /** The changed program, without code that nothing leads to any more: the compiler takes none. */
  finish(): Program {
    const places = this.#places();
    const place = (slot: number): number => {
      const { start, changed } = places.get(this.#ownerOf(slot))!;
      return changed ? changed.get(slot)! : start + slot - this.#rangeOf(slot)!.start;
    };
    const statements: Statement[] = [];
    for (const [owner, { start, changed }] of places) {
      if (changed) {
        for (const slot of changed.keys())
          for (const statement of this.#statements(slot)!) statements.push(placed(statement, place));
        continue;
      }
      const range = this.#ranges.find((each) => each.owner === owner)!;
      for (let slot = range.start; slot < range.end; slot++) {
        const statement = this.#program.statements[slot]!;
        statements.push(start === range.start ? statement : placed(statement, place));
      }
    }
    return {
      ...this.#program,
      types: this.#types,
      libfuncs: this.#libfuncs,
      statements,
      functions: this.#functions.map((declared) => ({ ...declared, entry: place(declared.entry) })),
    };
  }

  /**
   * Where the code of each function begins in the changed program, in its order; `changed` has the places of the slots that are used, of
   * functions that were changed or added. All code of the others is used.
   */
  #places(): ReadonlyMap<number, FunctionPlaces> {
    const changed = new Set([...this.#filled.keys()].map((slot) => this.#ownerOf(slot)));
    for (const { owner } of this.#added) changed.add(owner);
    const places = new Map<number, FunctionPlaces>();
    let size = 0;
    const add = (owner: number, length: number) => {
      if (!changed.has(owner)) {
        places.set(owner, { start: size });
        size += length;
        return;
      }
      const own = new Map<number, number>();
      places.set(owner, { start: size, changed: own });
      for (const slot of [...this.#reachable(this.#functions[owner]!.entry)].sort((a, b) => a - b)) {
        own.set(slot, size);
        size += this.#statements(slot)!.length;
      }
    };
    for (const { owner, start, end } of this.#ranges) add(owner, end - start);
    for (let owner = this.#ranges.length; owner < this.#functions.length; owner++) add(owner, 0);
    return places;
  }

  /** One behind the last slot. */
  get #end(): number {
    return this.#program.statements.length + this.#added.length;
  }

  #add(statements: readonly Statement[], owner: number): number {
    this.#added.push({ statements, owner });
    return this.#end - 1;
  }

  #statements(slot: number): readonly Statement[] | undefined {
    const filled = this.#filled.get(slot);
    if (filled) return filled;
    const { statements } = this.#program;
    if (slot >= statements.length) return this.#added[slot - statements.length]?.statements;
    const statement = statements[slot];
    return statement && [statement];
  }

  /** The position of a slot's function: its code must stay together. */
  #ownerOf(slot: number): number {
    return this.#added[slot - this.#program.statements.length]?.owner ?? this.#rangeOf(slot)!.owner;
  }

  #rangeOf(slot: number) {
    let [low, high] = [0, this.#ranges.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#ranges[middle]!.start <= slot) low = middle;
      else high = middle - 1;
    }
    return this.#ranges[low];
  }

  #reachable(start: number): ReadonlySet<number> {
    const found = new Set([start]);
    // A set has what is added while it is walked.
    for (const slot of found) {
      const only = this.statement(slot)?.branches;
      if (only?.length === 1) found.add(only[0]!.target === FALLTHROUGH ? slot + 1 : only[0]!.target);
      else for (const next of this.#after(slot)) found.add(next);
    }
    return found;
  }

  /** The slots that a slot leads to. */
  #after(slot: number): readonly number[] {
    const statements = this.#statements(slot)!;
    if (statements.length === 0) return [slot + 1];
    return statements.flatMap(({ branches }, i) =>
      branches.flatMap(({ target }) =>
        target !== FALLTHROUGH ? [target] : i === statements.length - 1 ? [slot + 1] : [],
      ),
    );
  }
}

/** Where the code of a function is in the changed program. */
interface FunctionPlaces {
  readonly start: number;
  readonly changed?: ReadonlyMap<number, number>;
}

/** A statement whose targets are statements, and no longer slots. Most have none but the next one. */
function placed(statement: Statement, place: (slot: number) => number): Statement {
  if (statement.branches.every(({ target }) => target === FALLTHROUGH)) return statement;
  return {
    ...statement,
    branches: statement.branches.map((branch) =>
      branch.target === FALLTHROUGH ? branch : { target: place(branch.target), results: branch.results },
    ),
  };
}

/** The largest variable of each program: many mutants are made of one. */
const largest = new WeakMap<Program, number>();

function knownLargest(program: Program): number {
  const known = largest.get(program) ?? largestVariable(program);
  largest.set(program, known);
  return known;
}

const largestVariable = ({ statements, functions }: Program): number => {
  let largest = 0;
  for (const { args, branches } of statements) {
    for (const variable of args) largest = Math.max(largest, variable);
    for (const { results } of branches) for (const variable of results) largest = Math.max(largest, variable);
  }
  for (const { variables } of functions) for (const variable of variables) largest = Math.max(largest, variable);
  return largest;
};

const sameArgs = (a: readonly GenericArg[], b: readonly GenericArg[]): boolean =>
  a.length === b.length && a.every((arg, i) => argKey(arg) === argKey(b[i]!));

const argKey = (arg: GenericArg): string => {
  switch (arg.kind) {
    case 'userType':
      return `ut ${arg.id}`;
    case 'type':
      return `type ${arg.type}`;
    case 'value':
      return `value ${arg.value}`;
    case 'function':
      return `function ${arg.function}`;
    case 'libfunc':
      return `libfunc ${arg.libfunc}`;
  }
};

/** Ids are the positions of declarations. */
function declare(
  list: { readonly id: number; readonly generic: string; readonly args: readonly GenericArg[] }[],
  generic: string,
  args: readonly GenericArg[],
): number {
  const found = list.find((declared) => declared.generic === generic && sameArgs(declared.args, args));
  return found ? found.id : list.push({ id: list.length, generic, args }) - 1;
}
