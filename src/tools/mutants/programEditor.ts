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
  readonly #slots: (readonly Statement[])[];
  /** The position of each slot's function: its code must stay together. */
  readonly #owners: number[];
  readonly #types: TypeDeclaration[];
  readonly #libfuncs: LibfuncDeclaration[];
  readonly #functions: SierraFunction[];
  #nextVariable: number | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#slots = program.statements.map((statement) => [statement]);
    this.#types = [...program.types];
    this.#libfuncs = [...program.libfuncs];
    this.#functions = [...program.functions];
    this.#owners = new Array<number>(this.#slots.length).fill(-1);
    for (const { owner, start, end } of functionRanges(program)) this.#owners.fill(owner, start, end);
  }

  /** The only statement of a slot; undefined if the slot was changed. */
  statement(slot: number): Statement | undefined {
    const [only, ...rest] = this.#slots[slot] ?? [];
    return rest.length === 0 ? only : undefined;
  }

  libfunc(id: number): LibfuncDeclaration | undefined {
    return this.#libfuncs[id];
  }

  type(id: number): TypeDeclaration | undefined {
    return this.#types[id];
  }

  /** Fills a slot. After the last statement without a target of its own, the next slot follows. */
  fill(slot: number, statements: readonly Statement[]): void {
    this.#slots[slot] = statements;
  }

  /** Adds a slot at the end of a slot's function, which nothing falls through to. */
  append(beside: number, statements: readonly Statement[]): number {
    this.#owners.push(this.#owners[beside]!);
    return this.#slots.push(statements) - 1;
  }

  /** A variable that nothing uses. */
  newVariable(): number {
    this.#nextVariable ??= 1 + largestVariable(this.#program);
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
  copyFrom(start: number, owner = this.#owners[start]!): ReadonlyMap<number, number> {
    const slots = [...this.#reachable([start])].sort((a, b) => a - b);
    const copies = new Map(slots.map((slot, i) => [slot, this.#slots.length + i]));
    for (const slot of slots) {
      this.#owners.push(owner);
      this.#slots.push(
        this.#slots[slot]!.map((statement) => ({
          ...statement,
          branches: statement.branches.map(({ target, results }) => ({
            target: copies.get(target) ?? target,
            results,
          })),
        })),
      );
    }
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
    const used = this.#reachable(this.#functions.map(({ entry }) => entry));
    const order = this.#order();
    const starts = new Array<number>(this.#slots.length);
    let size = 0;
    for (const slot of order) {
      starts[slot] = size;
      if (used.has(slot)) size += this.#slots[slot]!.length;
    }
    const statements: Statement[] = [];
    for (const slot of order)
      if (used.has(slot)) for (const statement of this.#slots[slot]!) statements.push(placed(statement, starts));
    return {
      ...this.#program,
      types: this.#types,
      libfuncs: this.#libfuncs,
      statements,
      functions: this.#functions.map((declared) => ({ ...declared, entry: starts[declared.entry]! })),
    };
  }

  /** All slots, those of a function together, and functions in their order in the program. */
  #order(): readonly number[] {
    const byOwner = new Map<number, number[]>([[-1, []]]);
    for (const { owner } of functionRanges(this.#program)) byOwner.set(owner, []);
    for (const [slot, owner] of this.#owners.entries()) {
      const own = byOwner.get(owner);
      if (own) own.push(slot);
      else byOwner.set(owner, [slot]);
    }
    return [...byOwner.values()].flat();
  }

  #reachable(starts: readonly number[]): ReadonlySet<number> {
    const found = new Set(starts);
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
    const statements = this.#slots[slot]!;
    if (statements.length === 0) return [slot + 1];
    return statements.flatMap(({ branches }, i) =>
      branches.flatMap(({ target }) =>
        target !== FALLTHROUGH ? [target] : i === statements.length - 1 ? [slot + 1] : [],
      ),
    );
  }
}

/** A statement whose targets are statements, and no longer slots. Most have none but the next one. */
function placed(statement: Statement, starts: readonly number[]): Statement {
  if (statement.branches.every(({ target }) => target === FALLTHROUGH)) return statement;
  return {
    ...statement,
    branches: statement.branches.map((branch) =>
      branch.target === FALLTHROUGH ? branch : { target: starts[branch.target]!, results: branch.results },
    ),
  };
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
