import type { CompiledProgram } from './compileProgram.ts';
import { panicResults } from './panicResults.ts';
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
  /** The function that each statement calls, by its position in `functionStarts`. */
  readonly callees: readonly (number | undefined)[];
  /** Empty for a return. */
  readonly branches: readonly (readonly StatementBranch[])[];
  /** What a statement does with the result of a function that may panic. */
  readonly panics: readonly PanicStep[];
}

/** Whether a statement makes a panic, or looks whether a called function panicked. */
export type PanicStep = 'makes' | 'matches' | undefined;

/** The builtins of tokens, by the names that the protocol's prices have. */
export const TOKEN_BUILTINS = ['pedersen', 'poseidon', 'bitwise', 'ec_op', 'add_mod', 'mul_mod', 'blake'] as const;

/** The map of a compiled program. */
export function programMap({ specialized, metadata, offsets, code }: CompiledProgram): ProgramMap {
  const { program, libfuncs } = specialized;
  const { tokens, ap } = metadata;
  const isPanicResult = panicResults(program);
  return {
    offsets: Int32Array.from(offsets),
    codeLength: code.size,
    functionStarts: program.functions.map(({ entry }) => entry),
    libfuncs: program.statements.map(({ libfunc }) => program.libfuncs[libfunc]?.generic ?? 'return'),
    callees: program.statements.map(({ libfunc }) => {
      const [called] = program.libfuncs[libfunc]?.args ?? [];
      return called?.kind === 'function' ? called.function : undefined;
    }),
    panics: program.statements.map(({ libfunc }) => {
      const { generic, args } = program.libfuncs[libfunc] ?? { generic: 'return', args: [] };
      const [type, variant] = args;
      if (type?.kind !== 'type' || !isPanicResult(type.type)) return undefined;
      if (generic === 'enum_match') return 'matches';
      return generic === 'enum_init' && variant?.kind === 'value' && variant.value === 1n ? 'makes' : undefined;
    }),
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
