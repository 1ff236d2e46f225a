import { finish, type Steps } from '../async/steps.ts';
import type { Code } from './casm/code.ts';
import { instructionText } from './casm/instructionText.ts';
import { checkRegistry, type Registry } from './check/registry.ts';
import { type ConstSegments, collectConstSegments } from './lower/constSegments.ts';
import { type Layout, layOut, relocate } from './lower/link.ts';
import { type Specialized, specialize } from './lower/specialize.ts';
import { type Metadata, type OnStatement, statementCompiler } from './lower/statementCompiler.ts';
import type { Jumps, Program } from './program.ts';
import { SierraError } from './sierraError.ts';
import { basicBlocks } from './solve/basicBlocks.ts';
import type { LibfuncEffects } from './solve/effects.ts';
import { linearSolver } from './solve/linearSolver.ts';
import type { ApChanges, ConstCosts, EnforcedCosts, Flow, Solver, TokenCosts } from './solve/solver.ts';

export interface ProgramOptions {
  /** The checked declarations, if the caller has them already. */
  readonly registry?: Registry;
  /** False gives every gas statement the amount 0, for programs that do not count gas. */
  readonly gasUsageCheck?: boolean;
  readonly solver?: Solver;
  /** Fixed costs of functions, by their first statement. */
  readonly enforcedCosts?: EnforcedCosts;
  /** The most words of bytecode; 180000 by default. */
  readonly maxSize?: number;
  /** Called for each statement, for debuggers. */
  readonly onStatement?: OnStatement | undefined;
}

/** A compiled program, before it is made into a class. */
export interface CompiledProgram {
  readonly specialized: Specialized;
  readonly registry: Registry;
  readonly jumps: Jumps;
  readonly metadata: Metadata;
  readonly code: Code;
  /** Where the code of each statement begins. */
  readonly offsets: Int32Array;
  readonly consts: ConstSegments;
  readonly layout: Layout;
}

// The default of the Cairo compiler.
const DEFAULT_MAX_SIZE = 180_000;

// A statement takes some microseconds, so a step takes about a millisecond.
const STATEMENTS_PER_STEP = 256;

/** Compiles in steps; the caller may pause after each. */
export function* compileSteps(program: Program, options: ProgramOptions = {}): Steps<CompiledProgram> {
  const { gasUsageCheck = true, solver = linearSolver, enforcedCosts = new Map() } = options;
  const { maxSize = DEFAULT_MAX_SIZE, registry = checkRegistry(program) } = options;
  const specialized = specialize(program, registry.types);
  yield;
  const { jumps, usedLibfuncs } = registry;
  const effects = effectsOf(specialized, usedLibfuncs, maxSize);
  yield;
  const flow: Flow = { program, effects, blocks: basicBlocks(program, effects, jumps) };
  yield;
  const tokens = gasUsageCheck ? yield* solver.tokenCosts(flow) : noTokens(program);
  yield;
  const ap: ApChanges = yield* solver.apChanges(flow, tokens);
  yield;
  const gas = gasUsageCheck ? yield* solver.constCosts(flow, tokens, ap, enforcedCosts) : noGas(program);
  yield;
  const metadata = { tokens, ap, gas };
  const statements = statementCompiler({
    specialized,
    registry,
    effects,
    metadata,
    gasCheck: gasUsageCheck,
    maxSize,
    onStatement: options.onStatement,
  });
  while (statements.step(STATEMENTS_PER_STEP)) yield;
  const { code, relocations, offsets } = statements;
  const consts = collectConstSegments(specialized, maxSize - code.size);
  const layout = layOut(code, consts);
  relocate(program, code, relocations, offsets, consts, layout);
  return { specialized, registry, jumps, metadata, code, offsets, consts, layout };
}

/** The effects of the libfuncs in use. Each of them adds its code at least once, so the size can be checked early. */
function effectsOf({ libfuncs }: Specialized, usedLibfuncs: readonly number[], maxSize: number): LibfuncEffects[] {
  const effects: LibfuncEffects[] = [];
  let words = 0;
  for (const libfunc of usedLibfuncs) {
    const { effects: its, words: atLeast = 0 } = libfuncs[libfunc]!;
    effects[libfunc] = its;
    words += atLeast;
    if (words > maxSize) throw new SierraError('limits', 'Code size limit exceeded.');
  }
  return effects;
}

/** Compiles a program without pauses. */
export function compileProgram(program: Program, options: ProgramOptions = {}): CompiledProgram {
  return finish(compileSteps(program, options));
}

const noTokens = (program: Program): TokenCosts => ({
  functions: program.functions.map(() => undefined),
  variables: [],
});

const noGas = (program: Program): ConstCosts => ({
  functions: program.functions.map(() => 0),
  variables: new Array<number>(program.statements.length).fill(0),
});

/** The program as Cairo assembly, constants as data words. */
export function programLines({ code, consts }: CompiledProgram): string[] {
  const lines = code.low.map((low, i) => instructionText(low, code.high[i]!, code.immediates[i]));
  for (const values of consts.segments) lines.push('ret;', ...values.map((value) => `dw ${value};`));
  return lines;
}
