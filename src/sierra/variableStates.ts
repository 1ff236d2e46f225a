import type { Cells } from './casm/cell.ts';
import { dependsOnAp, sameCells } from './check/cellIdentity.ts';
import type { CompiledProgram } from './compileProgram.ts';
import { type OnStatement, parameterCells } from './lower/statementCompiler.ts';
import { type Program, targetOf } from './program.ts';

/** A Sierra variable at a statement. */
export interface LocatedVariable {
  readonly type: number;
  /** How its value can be obtained. */
  readonly cells: Cells;
  /** Whether the program can still use it. Memory is written once, so a value that was used up can still be read. */
  readonly isLive: boolean;
}

/** The variables before a statement, by number, in the order in which they were introduced. */
type Located = Map<number, LocatedVariable>;

export interface StatementVariables {
  readonly variables: ReadonlyMap<number, LocatedVariable>;
  /** The position of ap before the statement, in the coordinates of the cells. */
  readonly ap: number;
}

/** Records where the variables of a program are while it is compiled. */
export class FlowRecord {
  readonly aps: number[] = [];
  readonly outputs: (readonly (readonly Cells[])[])[] = [];

  readonly onStatement: OnStatement = (statement, ap, branches) => {
    this.aps[statement] = ap;
    this.outputs[statement] = branches.map(({ outputs }) => outputs);
  };
}

/** Finds the variables of a compiled program at its statements. The states of a function are computed when they are first needed. */
export class VariableStates {
  readonly #compiled: CompiledProgram;
  readonly #flow: FlowRecord;
  readonly #entries: readonly { readonly entry: number; readonly id: number }[];
  readonly #targets: ReadonlySet<number>;
  readonly #found = new Map<number, StatementVariables>();
  /** By function: the states at the starts of its basic blocks, ascending. */
  readonly #blocks = new Map<number, readonly (readonly [statement: number, variables: Located])[]>();

  constructor(compiled: CompiledProgram, flow: FlowRecord) {
    this.#compiled = compiled;
    this.#flow = flow;
    this.#entries = this.#program.functions.map(({ entry }, id) => ({ entry, id })).sort((a, b) => a.entry - b.entry);
    this.#targets = new Set(compiled.jumps.filter((_, i) => i % 2 === 1));
  }

  get #program(): Program {
    return this.#compiled.specialized.program;
  }

  /** The function that a statement belongs to. */
  functionOf(statement: number): number {
    return this.#entries.findLast(({ entry }) => entry <= statement)?.id ?? -1;
  }

  at(statement: number): StatementVariables {
    let found = this.#found.get(statement);
    if (!found) this.#found.set(statement, (found = this.#find(statement)));
    return found;
  }

  #find(statement: number): StatementVariables {
    const id = this.functionOf(statement);
    let blocks = this.#blocks.get(id);
    if (!blocks && id >= 0) this.#blocks.set(id, (blocks = this.#blocksOf(id)));
    const block = blocks?.findLast(([start]) => start <= statement);
    const variables = new Map(block?.[1]);
    for (let at = block?.[0] ?? statement; at < statement; at++) this.#apply(variables, at, 0);
    return { variables, ap: this.#flow.aps[statement] ?? 0 };
  }

  #blocksOf(id: number): readonly (readonly [number, Located])[] {
    const { entry, params, variables: names } = this.#program.functions[id]!;
    const cells = parameterCells(this.#compiled.specialized, params);
    const states = new Map<number, Located>();
    states.set(entry, new Map(names.map((name, i) => [name, { type: params[i]!, cells: cells[i]!, isLive: true }])));
    const end = this.#entries.find((other) => other.entry > entry)?.entry ?? this.#program.statements.length;
    let current: Located | undefined;
    for (let at = entry; at < end; at++) {
      const known = states.get(at);
      if (known) current = new Map(known);
      if (!current) continue;
      const { branches } = this.#program.statements[at]!;
      const [only] = branches;
      if (branches.length === 1 && targetOf(only!, at) === at + 1 && !this.#targets.has(at + 1)) {
        this.#apply(current, at, 0);
        continue;
      }
      for (const [b, branch] of branches.entries()) {
        const next = new Map(current);
        this.#apply(next, at, b);
        const target = targetOf(branch, at);
        const other = states.get(target);
        if (target > at) states.set(target, other ? common(other, next) : next);
      }
      current = undefined;
    }
    return [...states].sort(([a], [b]) => a - b);
  }

  /** Changes the variables before a statement into those after one of its branches. */
  #apply(variables: Located, statement: number, b: number): void {
    const { args, branches, libfunc } = this.#program.statements[statement]!;
    const { registry, specialized, metadata } = this.#compiled;
    const results = branches[b]?.results ?? [];
    for (const arg of args) {
      const variable = variables.get(arg);
      if (variable) variables.set(arg, { ...variable, isLive: false });
    }
    const effect = specialized.libfuncs[libfunc]?.effects.branches[b]?.ap;
    const isLost =
      effect?.kind === 'unknown' || (effect?.kind === 'call' && metadata.ap.functions[effect.function] === undefined);
    if (isLost) for (const [name, { cells }] of variables) if (cells.some(dependsOnAp)) variables.delete(name);
    const outputs = registry.signatures[libfunc]?.branches[b]?.outputs ?? [];
    const cells = this.#flow.outputs[statement]?.[b] ?? [];
    for (const [i, result] of results.entries()) {
      // A variable that keeps its number keeps its place among the others.
      if (!args.includes(result)) variables.delete(result);
      variables.set(result, { type: outputs[i]!.type, cells: cells[i]!, isLive: true });
    }
  }
}

/** The variables that are the same on two paths. */
function common(a: Located, b: Located): Located {
  return new Map(
    [...a].flatMap(([name, variable]) => {
      const other = b.get(name);
      if (!other || other.type !== variable.type || !sameCells(variable.cells, other.cells, 0)) return [];
      return [[name, { ...variable, isLive: variable.isLive && other.isLive }] as const];
    }),
  );
}
