import { Builder, UnfitArgument } from '../casm/builder.ts';
import { type Cells, places } from '../casm/cell.ts';
import { Code } from '../casm/code.ts';
import type { Frame, Invocation, Target } from '../libfuncs/libfunc.ts';
import { RETURN, type Statement, targetOf, variableName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApChanges, ConstCosts, TokenCosts } from '../solve/solver.ts';
import type { Specialized } from './specialize.ts';

/** What the solvers found. */
export interface Metadata {
  readonly tokens: TokenCosts;
  readonly ap: ApChanges;
  readonly gas: ConstCosts;
}

/** An immediate to be moved by where its target lies from the instruction. */
export interface Relocation {
  readonly instruction: number;
  readonly target: Target | { readonly kind: 'statement'; readonly statement: number };
}

/** What is true before a statement runs. */
interface State {
  readonly variables: Map<number, Cells>;
  /** Where ap stands; at the beginning of a function 0, as its frame. */
  ap: number;
  frame: Frame;
}

const NO_LOCALS: Frame = { state: 'before', base: 0, cells: 0 };

/** Writes the code of all statements, in order; `step` does some of them, so that others may have a turn. */
export class StatementCompiler {
  readonly code = new Code();
  readonly relocations: Relocation[] = [];
  /** Where the code of each statement begins. */
  readonly offsets: Int32Array;
  readonly #of: Specialized;
  readonly #metadata: Metadata;
  readonly #maxSize: number;
  readonly #states: (State | undefined)[];
  readonly #reached: Uint8Array;
  readonly #builder = new Builder(this.code);
  readonly #args: Cells[] = [];
  #next = 0;

  constructor(of: Specialized, metadata: Metadata, maxSize: number) {
    this.#of = of;
    this.#metadata = metadata;
    this.#maxSize = maxSize;
    const count = of.program.statements.length;
    this.offsets = new Int32Array(count);
    this.#states = new Array<State | undefined>(count).fill(undefined);
    this.#reached = new Uint8Array(count);
    for (const { entry, params, variables } of of.program.functions) {
      if (entry >= count || this.#reached[entry]) continue;
      this.#reached[entry] = 1;
      this.#states[entry] = { variables: parameterCells(of, params, variables), ap: 0, frame: NO_LOCALS };
    }
  }

  /** Compiles up to `count` statements; tells whether any are left. */
  step(count: number): boolean {
    const { statements } = this.#of.program;
    const end = Math.min(statements.length, this.#next + count);
    for (; this.#next < end; this.#next++) this.#statement(this.#next, statements[this.#next]!);
    if (this.code.size > this.#maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
    return end < statements.length;
  }

  #statement(index: number, statement: Statement): void {
    this.offsets[index] = this.code.size;
    if (this.code.size > this.#maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
    const state = this.#states[index];
    if (!state) throw new SierraError('compile', 'MissingAnnotationsForStatement', { statement: index });
    this.#states[index] = undefined;
    const { variables } = state;
    const args = this.#args;
    args.length = 0;
    for (const variable of statement.args) {
      const cells = variables.get(variable);
      if (!cells) {
        const name = variableName(this.#of.program, variable);
        throw new SierraError('compile', `#${index}: ${name} is undefined.`, { statement: index, subject: name });
      }
      variables.delete(variable);
      args.push(cells);
    }
    if (statement.libfunc === RETURN) this.#return(index, state, args);
    else this.#invoke(index, statement, state, args);
  }

  #return(index: number, { variables, ap, frame }: State, args: readonly Cells[]): void {
    for (const variable of variables.keys()) {
      const name = variableName(this.#of.program, variable);
      throw new SierraError('compile', `${name} is dangling at #${index}.`, { statement: index, subject: name });
    }
    if (frame.state === 'allocating')
      throw new SierraError('compile', `#${index}: locals were allocated but finalize_locals was not called.`, {
        statement: index,
      });
    if (!onStack(args, ap))
      throw new SierraError('compile', `#${index}: Return arguments are not on the stack.`, { statement: index });
    this.code.ret();
  }

  #invoke(index: number, statement: Statement, state: State, args: readonly Cells[]): void {
    const libfunc = this.#of.libfuncs[statement.libfunc];
    if (!libfunc) throw new SierraError('registry', `#${index}: There is no such libfunc.`, { statement: index });
    const { tokens, gas, ap } = this.#metadata;
    const invocation: Invocation = {
      statement: index,
      code: this.code,
      builder: this.#builder,
      ap: state.ap,
      tokens: tokens.variables[index],
      amount: gas.variables[index]!,
      align: ap.align[index]!,
      apChanges: ap.functions,
      frame: state.frame,
      relocate: this.#relocate,
    };
    const outcomes = this.#lower(index, () => libfunc.lower(invocation, args));
    const last = outcomes.length - 1;
    if (last + 1 !== statement.branches.length)
      throw new SierraError('registry', `#${index}: Libfunc invocation branch count mismatch`, { statement: index });
    for (let k = 0; k <= last; k++) {
      const { outputs, ap: after, jumps } = outcomes[k]!;
      const branch = statement.branches[k]!;
      const target = targetOf(branch, index);
      for (const instruction of jumps)
        this.relocations.push({ instruction, target: { kind: 'statement', statement: target } });
      if (target >= this.#reached.length)
        throw new SierraError('registry', `#${index}: Jump out of range`, { statement: index });
      // Where ways meet, the first one's places hold: an accepted program has the same on all of them.
      if (this.#reached[target]) continue;
      this.#reached[target] = 1;
      const variables = k === last ? state.variables : new Map(state.variables);
      this.#define(index, target, variables, branch.results, outputs);
      this.#states[target] = { variables, ap: after, frame: invocation.frame };
    }
  }

  #lower<T>(index: number, lower: () => T): T {
    try {
      return lower();
    } catch (error) {
      if (error instanceof UnfitArgument)
        throw new SierraError(
          'compile',
          `#${index}: One of the arguments does not satisfy the requirements of the libfunc.`,
          { statement: index },
        );
      throw error;
    }
  }

  #define(
    index: number,
    target: number,
    variables: Map<number, Cells>,
    results: readonly number[],
    outputs: readonly Cells[],
  ): void {
    for (let i = 0; i < results.length; i++) {
      const variable = results[i]!;
      if (variables.has(variable)) {
        const name = variableName(this.#of.program, variable);
        throw new SierraError('compile', `#${index}->#${target}: ${name} was overridden.`, { statement: index });
      }
      const cells = outputs[i];
      if (!cells) throw new SierraError('registry', `#${index}: Libfunc invocation result count mismatch`);
      variables.set(variable, cells);
    }
  }

  readonly #relocate = (target: Target): void => {
    this.relocations.push({ instruction: this.code.length - 1, target });
  };
}

/** Whether the cells are exactly the top of the stack. */
export function onStack(args: readonly Cells[], ap: number): boolean {
  let expected = ap;
  for (const cells of args) expected -= cells.length;
  for (const cells of args)
    for (const cell of cells)
      if (cell.kind !== 'place' || cell.register !== 'ap' || cell.offset !== expected++) return false;
  return true;
}

/** The caller leaves the parameters right below the return address and its own frame pointer. */
function parameterCells(of: Specialized, params: readonly number[], variables: readonly number[]): Map<number, Cells> {
  const cells = new Map<number, Cells>();
  let end = -2;
  const found = params.map((type) => of.types.size(type));
  for (let i = params.length - 1; i >= 0; i--) {
    end -= found[i]!;
    cells.set(variables[i]!, places('fp', end, found[i]!));
  }
  return cells;
}
