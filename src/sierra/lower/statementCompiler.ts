import { Builder, UnfitArgument } from '../casm/builder.ts';
import { type Cells, onStack, places } from '../casm/cell.ts';
import { Code } from '../casm/code.ts';
import { type Entered, FlowStates } from '../check/flowStates.ts';
import type { Registry } from '../check/registry.ts';
import type { Invocation, Outcome, Target } from '../libfuncs/libfunc.ts';
import { RETURN, type Statement, targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { LibfuncEffects } from '../solve/effects.ts';
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

// Values without code cost nothing on the chain, but memory here. The largest classes of the network stay below a
// fortieth of this.
const MAX_CELLS = 1 << 22;

/** Writes the code of all statements, in order; `step` does some of them, so that others may have a turn. */
export class StatementCompiler {
  readonly code = new Code();
  readonly relocations: Relocation[] = [];
  /** Where the code of each statement begins. */
  readonly offsets: Int32Array;
  readonly #of: Specialized;
  readonly #metadata: Metadata;
  readonly #maxSize: number;
  readonly #states: FlowStates;
  /** The statement being written; one object serves them all. */
  readonly #invocation: { -readonly [K in keyof Invocation]: Invocation[K] };
  #next = 0;
  #cells = 0;

  constructor(
    of: Specialized,
    registry: Registry,
    effects: readonly LibfuncEffects[],
    metadata: Metadata,
    gasCheck: boolean,
    maxSize: number,
  ) {
    this.#of = of;
    this.#metadata = metadata;
    this.#maxSize = maxSize;
    this.#invocation = {
      statement: 0,
      code: this.code,
      builder: new Builder(this.code),
      ap: 0,
      tokens: undefined,
      amount: 0,
      align: 0,
      apChanges: metadata.ap.functions,
      frame: { state: 'before', base: 0, cells: 0 },
      relocate: (target) => {
        this.relocations.push({ instruction: this.code.length - 1, target });
      },
    };
    const { program } = of;
    this.offsets = new Int32Array(program.statements.length);
    this.#states = new FlowStates({
      program,
      registry,
      effects,
      solution: { tokens: metadata.tokens, ap: metadata.ap, costs: metadata.gas },
      gasCheck,
      parameters: program.functions.map(({ params }) => parameterCells(of, params)),
    });
  }

  /** Compiles up to `count` statements; tells whether any are left. */
  step(count: number): boolean {
    const { statements } = this.#of.program;
    const end = Math.min(statements.length, this.#next + count);
    try {
      for (; this.#next < end; this.#next++) this.#statement(this.#next, statements[this.#next]!);
    } catch (error) {
      if (!(error instanceof UnfitArgument)) throw error;
      const statement = this.#next;
      throw new SierraError(
        'compile',
        `#${statement}: One of the arguments does not satisfy the requirements of the libfunc.`,
        { statement },
      );
    }
    if (this.code.size > this.#maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
    return end < statements.length;
  }

  #statement(index: number, statement: Statement): void {
    const { size } = this.code;
    this.offsets[index] = size;
    if (size > this.#maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
    const entered = this.#states.enter(index);
    if (statement.libfunc !== RETURN) this.#invoke(index, statement, entered);
    else if (onStack(entered.args, entered.ap)) this.code.ret();
    else throw new SierraError('compile', `#${index}: Return arguments are not on the stack.`, { statement: index });
  }

  #invoke(index: number, statement: Statement, { args, ap: before, frame }: Entered): void {
    const libfunc = this.#of.libfuncs[statement.libfunc]!;
    const { tokens, gas, ap } = this.#metadata;
    const invocation = this.#invocation;
    invocation.statement = index;
    invocation.ap = before;
    invocation.tokens = tokens.variables[index];
    invocation.amount = gas.variables[index]!;
    invocation.align = ap.align[index]!;
    invocation.frame = frame;
    const outcomes: readonly Outcome[] = libfunc.lower(invocation, args);
    this.#states.leave(index, outcomes, invocation.frame);
    for (let k = 0; k < outcomes.length; k++) {
      const { outputs, jumps } = outcomes[k]!;
      for (let i = 0; i < outputs.length; i++) this.#cells += outputs[i]!.length;
      if (jumps.length === 0) continue;
      const target = { kind: 'statement', statement: targetOf(statement.branches[k]!, index) } as const;
      for (const instruction of jumps) this.relocations.push({ instruction, target });
    }
    if (this.#cells > MAX_CELLS)
      throw new SierraError(
        'limits',
        'The program moves too many cells. Use smaller types, or keep large ones in boxes.',
        { statement: index },
      );
  }
}

/** The caller leaves the parameters right below the return address and its own frame pointer. */
function parameterCells(of: Specialized, params: readonly number[]): readonly Cells[] {
  const cells = new Array<Cells>(params.length);
  let end = -2;
  for (let i = params.length - 1; i >= 0; i--) {
    const size = of.types.size(params[i]!);
    end -= size;
    if (end < -0x8000)
      throw new SierraError('compile', 'Offset overflow: a function takes more cells than a frame reaches.');
    cells[i] = places('fp', end, size);
  }
  return cells;
}
