import type { CompiledProgram } from './compileProgram.ts';
import { targetOf } from './program.ts';
import { ownCost } from './solve/branchCost.ts';
import { TOKENS } from './solve/effects.ts';

/** One way to leave a statement. */
export interface StatementBranch {
  readonly target: number;
  /** The gas of the statement if it is left this way, without builtins whose price is known only at run time. */
  readonly gas: number;
  /** Uses of such builtins, in the order of TOKEN_BUILTINS. */
  readonly tokens: readonly number[] | undefined;
}

/** What the code of a compiled program came from: its statements, and what they cost. */
export interface ProgramMap {
  /** Where the code of each statement begins. */
  readonly offsets: Int32Array;
  /** The length of the code without constants. */
  readonly codeLength: number;
  /** The first statement of each function. */
  readonly functionStarts: readonly number[];
  /** The generic name of each statement's libfunc, `return` for a return. */
  readonly libfuncs: readonly string[];
  /** Empty for a return. */
  readonly branches: readonly (readonly StatementBranch[])[];
}

/** The builtins of tokens, by the names that the protocol's prices have. */
export const TOKEN_BUILTINS = ['pedersen', 'poseidon', 'bitwise', 'ec_op', 'add_mod', 'mul_mod', 'blake'] as const;

/** The map of a compiled program. */
export function programMap({ specialized, metadata, offsets, code }: CompiledProgram): ProgramMap {
  const { program, libfuncs } = specialized;
  const { tokens, ap } = metadata;
  return {
    offsets: Int32Array.from(offsets),
    codeLength: code.size,
    functionStarts: program.functions.map(({ entry }) => entry),
    libfuncs: program.statements.map(({ libfunc }) => program.libfuncs[libfunc]?.generic ?? 'return'),
    branches: program.statements.map(({ libfunc, branches }, statement) =>
      branches.map((branch, k) => {
        const cost = libfuncs[libfunc]!.effects.branches[k]!.cost;
        return {
          target: targetOf(branch, statement),
          gas: 'amount' in cost ? cost.amount : ownCost(cost, statement, tokens, ap),
          tokens: cost.kind === 'fixed' && cost.tokens ? TOKENS.map((_, i) => cost.tokens![i] ?? 0) : undefined,
        };
      }),
    ),
  };
}
