import { Builder, UnfitArgument } from '../casm/builder.ts';
import { type Cells, onStack, places } from '../casm/cell.ts';
import { Code } from '../casm/code.ts';
import { flowStates } from '../check/flowStates.ts';
import type { Registry } from '../check/registry.ts';
import type { Invocation, Outcome, Target } from '../libfuncs/libfunc.ts';
import { RETURN, targetOf } from '../program.ts';
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

/** The code of a program's statements, in order, as far as it is written. */
export interface StatementCompiler {
  readonly code: Code;
  readonly relocations: readonly Relocation[];
  /** Where the code of each statement begins. */
  readonly offsets: Int32Array;
  /** Writes up to `count` statements, so that others may have a turn; tells whether any are left. */
  step(count: number): boolean;
}

/** What the compiler of statements is given. */
export interface Compilation {
  readonly of: Specialized;
  readonly registry: Registry;
  readonly effects: readonly LibfuncEffects[];
  readonly metadata: Metadata;
  readonly gasCheck: boolean;
  /** Most words of code. */
  readonly maxSize: number;
}

/** One closure, as flowStates is and for its reason. */
export function statementCompiler(compilation: Compilation): StatementCompiler {
  const { of, registry, effects, metadata, gasCheck, maxSize } = compilation;
  const { program, libfuncs } = of;
  const { statements } = program;
  const { tokens, gas, ap } = metadata;
  const code = new Code();
  const relocations: Relocation[] = [];
  const offsets = new Int32Array(statements.length);
  let next = 0;
  let cells = 0;
  /** The statement being written; one object serves them all. */
  const invocation: { -readonly [K in keyof Invocation]: Invocation[K] } = {
    statement: 0,
    code,
    builder: new Builder(code),
    ap: 0,
    tokens: undefined,
    amount: 0,
    align: 0,
    apChanges: ap.functions,
    frame: { state: 'before', base: 0, cells: 0 },
    relocate: (target) => {
      relocations.push({ instruction: code.length - 1, target });
    },
  };
  const solution = { tokens, ap, costs: gas };
  const { enter, leave } = flowStates({
    program,
    registry,
    effects,
    solution,
    gasCheck,
    parameters: program.functions.map(({ params }) => parameterCells(of, params)),
  });
  return { code, relocations, offsets, step };

  function step(count: number): boolean {
    const end = Math.min(statements.length, next + count);
    try {
      for (; next < end; next++) {
        const { size } = code;
        if (size > maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
        offsets[next] = size;
        statement(next);
      }
    } catch (error) {
      if (!(error instanceof UnfitArgument)) throw error;
      throw new SierraError(
        'compile',
        `#${next}: One of the arguments does not satisfy the requirements of the libfunc.`,
        { statement: next },
      );
    }
    if (code.size > maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
    return end < statements.length;
  }

  function statement(index: number): void {
    const { libfunc, branches } = statements[index]!;
    const { args, ap: before, frame } = enter(index);
    if (libfunc === RETURN) {
      if (!onStack(args, before))
        throw new SierraError('compile', `#${index}: Return arguments are not on the stack.`, { statement: index });
      code.ret();
      return;
    }
    invocation.statement = index;
    invocation.ap = before;
    invocation.tokens = tokens.variables[index];
    invocation.amount = gas.variables[index]!;
    invocation.align = ap.align[index]!;
    invocation.frame = frame;
    const outcomes: readonly Outcome[] = libfuncs[libfunc]!.lower(invocation, args);
    leave(index, outcomes, invocation.frame);
    for (let k = 0; k < outcomes.length; k++) {
      const { outputs, jumps } = outcomes[k]!;
      for (let i = 0; i < outputs.length; i++) cells += outputs[i]!.length;
      if (jumps.length === 0) continue;
      const target = { kind: 'statement', statement: targetOf(branches[k]!, index) } as const;
      for (const instruction of jumps) relocations.push({ instruction, target });
    }
    if (cells > MAX_CELLS) throw tooManyCells(index);
  }
}

const tooManyCells = (statement: number): SierraError =>
  new SierraError('limits', 'The program moves too many cells. Use smaller types, or keep large ones in boxes.', {
    statement,
  });

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
