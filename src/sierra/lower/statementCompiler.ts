import { Builder } from '../casm/builder.ts';
import { type Cells, onStack, places, UnfitArgument } from '../casm/cell.ts';
import { Code } from '../casm/code.ts';
import { type BranchResult, enterStatement, flowStates, leaveStatement } from '../check/flowStates.ts';
import type { Registry } from '../check/registry.ts';
import type { Invocation, Outcome, Target } from '../libfuncs/libfunc.ts';
import { RETURN, targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { LibfuncEffects } from '../solve/effects.ts';
import type { ApChanges, ConstCosts, TokenCosts } from '../solve/solver.ts';
import type { Specialized } from './specialize.ts';

/** The results of the solvers. */
export interface Metadata {
  readonly tokens: TokenCosts;
  readonly ap: ApChanges;
  readonly gas: ConstCosts;
}

/** An immediate to which the distance between the instruction and the target has to be added. */
export interface Relocation {
  readonly instruction: number;
  readonly target: Target | { readonly kind: 'statement'; readonly statement: number };
}

// Moving values writes no code, but it takes memory in the compiler. The largest classes of the network move less than a
// fortieth of this.
const MAX_CELLS = 1 << 22;

/** Lowers the statements of a program in order. */
export interface StatementCompiler {
  readonly code: Code;
  readonly relocations: readonly Relocation[];
  /** Where the code of each statement begins. */
  readonly offsets: Int32Array;
  /** Lowers up to `count` statements, so that the caller can pause. Returns whether any are left. */
  step(count: number): boolean;
}

/** The inputs of the statement compiler. */
export interface Compilation {
  readonly specialized: Specialized;
  readonly registry: Registry;
  readonly effects: readonly LibfuncEffects[];
  readonly metadata: Metadata;
  readonly gasCheck: boolean;
  /** The most words of code. */
  readonly maxSize: number;
  readonly onStatement?: OnStatement | undefined;
}

/** Called after a statement was lowered: the position of ap before it, and the results of its branches. A return has none. */
export type OnStatement = (statement: number, ap: number, branches: readonly BranchResult[]) => void;

/** This is a closure, because private fields of a class take several times as long before V8 has optimised the code. */
export function statementCompiler(compilation: Compilation): StatementCompiler {
  const { specialized, registry, effects, metadata, gasCheck, maxSize, onStatement } = compilation;
  const { program, libfuncs } = specialized;
  const { statements } = program;
  const { tokens, gas, ap } = metadata;
  const code = new Code();
  const relocations: Relocation[] = [];
  const offsets = new Int32Array(statements.length);
  let next = 0;
  let cells = 0;
  /** The statement that is being lowered; the object is reused for all statements. */
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
  const flow = flowStates({
    program,
    registry,
    effects,
    solution,
    gasCheck,
    parameters: program.functions.map(({ params }) => parameterCells(specialized, params)),
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
    const { args, ap: before, frame } = enterStatement(flow, index);
    if (libfunc === RETURN) {
      if (!onStack(args, before))
        throw new SierraError('compile', `#${index}: Return arguments are not on the stack.`, { statement: index });
      code.ret();
      onStatement?.(index, before, []);
      return;
    }
    invocation.statement = index;
    invocation.ap = before;
    invocation.tokens = tokens.variables[index];
    invocation.amount = gas.variables[index]!;
    invocation.align = ap.align[index]!;
    invocation.frame = frame;
    const outcomes: readonly Outcome[] = libfuncs[libfunc]!.lower(invocation, args);
    leaveStatement(flow, index, outcomes, invocation.frame);
    onStatement?.(index, before, outcomes);
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

/** The caller pushes the parameters right below its frame pointer and the return address. */
export function parameterCells(specialized: Specialized, params: readonly number[]): readonly Cells[] {
  const cells = new Array<Cells>(params.length);
  let end = -2;
  for (let i = params.length - 1; i >= 0; i--) {
    const size = specialized.types.size(params[i]!);
    end -= size;
    if (end < -0x8000)
      throw new SierraError('compile', 'Offset overflow: a function takes more cells than a frame reaches.');
    cells[i] = places('fp', end, size);
  }
  return cells;
}
