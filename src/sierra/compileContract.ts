import { finish, type Steps } from '../async/steps.ts';
import type { CasmClass, CasmEntryPoint } from '../cairo/casm.ts';
import { checkRegistry, type Registry } from './check/registry.ts';
import {
  checkEntryPointLists,
  checkEntryPointSignatures,
  entryPointBuiltins,
  inCostOrder,
} from './class/entryPoints.ts';
import { type AllowedLibfuncs, checkLibfuncs } from './class/libfuncList.ts';
import { segmentLengths } from './class/segmentLengths.ts';
import type { SierraClass, SierraEntryPoint } from './class/sierraClass.ts';
import { checkSierraVersion, namingTheVersion, refuseUnversioned } from './class/sierraVersion.ts';
import { type CompiledProgram, compileSteps } from './compileProgram.ts';
import { decodeSteps, decodeVersions } from './decode/decodeProgram.ts';
import { assemble } from './lower/link.ts';
import type { OnStatement } from './lower/statementCompiler.ts';
import { isAtLeast, type Program, type Version } from './program.ts';
import { SierraError } from './sierraError.ts';
import { equationSolver } from './solve/equationSolver.ts';
import { linearSolver } from './solve/linearSolver.ts';

/** The Cairo compiler that has the same output as ours; compiled classes name it. */
export const COMPILER_VERSION = '2.21.0';

// The gas that an entry point is charged before its own code withdraws any.
const ENTRY_POINT_COST = 10_000;

/** The most words of bytecode that the compiler makes by default, as in the official one. */
export const DEFAULT_MAX_CASM_FELTS = 180_000;

export interface ContractOptions {
  /** The libfuncs a class may declare; if undefined, all that the compiler supports. */
  readonly libfuncs?: AllowedLibfuncs | undefined;
  /** The most words of bytecode. */
  readonly maxCasmFelts?: number;
  /** Called with the offset of each statement's code and the first statement of each function, for debug information. */
  readonly onOffsets?: (offsets: Int32Array, functionStarts: readonly number[]) => void;
  /** Called with the whole result before it is linked, for profiles and coverage. */
  readonly onCompiled?: (compiled: CompiledProgram) => void;
  /** Called for each statement, for debuggers. */
  readonly onStatement?: OnStatement;
}

/** The parts of a class that the compiler reads. */
type CompiledParts = Pick<SierraClass, 'sierraProgram' | 'entryPointsByType'>;

/** A program whose declarations were checked, and the version of its format. */
export interface CheckedProgram {
  readonly sierraVersion: Version;
  readonly program: Program;
  readonly registry: Registry;
}

/** Compiles a class in steps; the caller may pause after each. */
export function* contractSteps(given: CompiledParts, options: ContractOptions = {}): Steps<CasmClass> {
  refuseUnversioned(given.sierraProgram);
  const checked = yield* checkedProgram(given, options);
  return yield* checkedSteps(checked, given.entryPointsByType, options);
}

/** Compiles a checked program to a class with these entry points. */
export function* checkedSteps(
  { sierraVersion, program, registry }: CheckedProgram,
  lists: SierraClass['entryPointsByType'],
  options: ContractOptions = {},
): Steps<CasmClass> {
  const linear = isAtLeast(sierraVersion, 1, 4);
  if (!linear) refuseCircuits(program);
  checkEntryPointSignatures(program, lists);
  yield;
  const compiled = yield* compileSteps(program, {
    registry,
    solver: linear ? linearSolver : equationSolver,
    enforcedCosts: new Map(
      inCostOrder(lists).map(({ functionIdx }) => [program.functions[functionIdx]!.entry, ENTRY_POINT_COST]),
    ),
    ...(options.maxCasmFelts === undefined ? {} : { maxSize: options.maxCasmFelts }),
    onStatement: options.onStatement,
  });
  for (const { functionIdx } of inCostOrder(lists))
    if (compiled.metadata.tokens.functions[functionIdx]?.some((uses) => uses !== 0))
      throw new SierraError(
        'metadata',
        'Unexpected entry point cost. An entry point must withdraw gas before it uses builtins.',
      );
  yield;
  options.onCompiled?.(compiled);
  if (options.onOffsets)
    options.onOffsets(
      compiled.offsets,
      program.functions.map(({ entry }) => entry),
    );
  const entryPoints = (list: readonly SierraEntryPoint[]) => list.map((entry) => linked(compiled, entry));
  return {
    compilerVersion: COMPILER_VERSION,
    bytecode: assemble(compiled.code, compiled.consts),
    ...(isAtLeast(sierraVersion, 1, 5) ? { bytecodeSegmentLengths: segmentLengths(compiled) } : {}),
    hints: compiled.code.hints,
    entryPointsByType: {
      EXTERNAL: entryPoints(lists.EXTERNAL),
      L1_HANDLER: entryPoints(lists.L1_HANDLER),
      CONSTRUCTOR: entryPoints(lists.CONSTRUCTOR),
    },
  };
}

/** Decodes the program and checks its declarations. */
export function* checkedProgram(
  { sierraProgram, entryPointsByType }: CompiledParts,
  { libfuncs }: ContractOptions = {},
): Steps<CheckedProgram> {
  const { sierraVersion } = decodeVersions(sierraProgram);
  checkSierraVersion(sierraVersion);
  let program: Program | undefined;
  try {
    program = (yield* decodeSteps(sierraProgram)).program;
    yield;
    if (libfuncs) checkLibfuncs(program, sierraVersion, libfuncs);
    checkEntryPointLists(entryPointsByType);
    return { sierraVersion, program, registry: checkRegistry(program) };
  } catch (error) {
    throw namingTheVersion(error, sierraVersion, program);
  }
}

/** The gas rules before Sierra 1.4 have no price for circuits. */
function refuseCircuits({ statements, libfuncs }: Program): void {
  statements.forEach(({ libfunc }, statement) => {
    const generic = libfuncs[libfunc]?.generic;
    if (generic === 'eval_circuit' || generic === 'init_circuit_data')
      throw new SierraError('metadata', `#${statement}: Circuits need Sierra 1.4 or newer.`, { statement });
  });
}

/** Compiles a class without pauses. */
export function compileContract(given: CompiledParts, options: ContractOptions = {}): CasmClass {
  return finish(contractSteps(given, options));
}

function linked({ specialized, offsets }: CompiledProgram, entry: SierraEntryPoint): CasmEntryPoint {
  const { program } = specialized;
  return {
    selector: entry.selector,
    offset: offsets[program.functions[entry.functionIdx]!.entry]!,
    builtins: entryPointBuiltins(program, entry),
  };
}
