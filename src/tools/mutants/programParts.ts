import type { SierraEntryPoints } from '../../sierra/class/sierraClass.ts';
import {
  FALLTHROUGH,
  type GenericArg,
  type LibfuncDeclaration,
  type Program,
  RETURN,
  type Statement,
} from '../../sierra/program.ts';
import { functionRanges } from './functionRanges.ts';
import type { Mutation } from './mutation.ts';

/** A program of its own: some entry points of a class, and the functions that they lead to. Its statements have other numbers. */
export interface ProgramPart {
  readonly program: Program;
  readonly entryPoints: SierraEntryPoints;
  /** The same mutation with the numbers that its statements have in this part. */
  readonly mutation: (given: Mutation) => Mutation;
}

/**
 * Finds the part of a program that can run a statement: the entry points that lead to its function, with all functions that they call. What
 * the others run is the same with a mutant, so it need not be compiled again. Gas and ap are computed from a function's own code and from
 * the functions that it calls, so the code of a part is that of the whole.
 */
export class ProgramParts {
  readonly #program: Program;
  readonly #entryPoints: SierraEntryPoints;
  readonly #ranges: ReturnType<typeof functionRanges>;
  /** The functions that each entry point's function runs, itself among them. */
  readonly #reached = new Map<number, ReadonlySet<number>>();
  readonly #known = new Map<string, ProgramPart>();

  constructor(program: Program, entryPoints: SierraEntryPoints) {
    this.#program = program;
    this.#entryPoints = entryPoints;
    this.#ranges = functionRanges(program);
    const called = this.#calls();
    for (const { functionIdx } of Object.values(entryPoints).flat())
      if (!this.#reached.has(functionIdx)) this.#reached.set(functionIdx, reachedFrom(functionIdx, called));
  }

  /** The part that a change of these statements can change; undefined if no entry point leads to them. */
  of(statements: readonly number[]): ProgramPart | undefined {
    const changed = new Set(
      statements.map((at) => this.#ranges.find(({ start, end }) => at >= start && at < end)?.owner),
    );
    const entries = [...this.#reached].flatMap(([entry, reached]) =>
      [...changed].some((owner) => owner !== undefined && reached.has(owner)) ? [entry] : [],
    );
    if (entries.length === 0) return undefined;
    const key = entries.join();
    let part = this.#known.get(key);
    if (!part) this.#known.set(key, (part = this.#cut(new Set(entries))));
    return part;
  }

  #calls(): (owner: number) => readonly number[] {
    const { statements, libfuncs } = this.#program;
    const called = new Map<number, readonly number[]>();
    for (const { owner, start, end } of this.#ranges) {
      const own = new Set<number>();
      for (let at = start; at < end; at++)
        for (const arg of libfuncs[statements[at]!.libfunc]?.args ?? [])
          if (arg.kind === 'function') own.add(arg.function);
      called.set(owner, [...own]);
    }
    return (owner) => called.get(owner) ?? [];
  }

  #cut(entries: ReadonlySet<number>): ProgramPart {
    const { types, libfuncs, statements, functions } = this.#program;
    const isWhole = entries.size === this.#reached.size || hasOtherUses(this.#program);
    if (isWhole) return { program: this.#program, entryPoints: this.#entryPoints, mutation: (given) => given };
    const kept = new Set([...entries].flatMap((entry) => [...this.#reached.get(entry)!]));
    const ranges = this.#ranges.filter(({ owner }) => kept.has(owner));

    const functionAt = positions([...kept].sort((a, b) => a - b));
    const used = new Set<number>();
    for (const { start, end } of ranges) for (let at = start; at < end; at++) used.add(statements[at]!.libfunc);
    const keptLibfuncs = libfuncs.filter((declared) => used.has(declared.id) || hasData(declared));
    const libfuncAt = positions(keptLibfuncs.map(({ id }) => id));
    const arg = (given: GenericArg): GenericArg =>
      given.kind === 'function' ? { kind: 'function', function: functionAt.get(given.function)! } : given;

    const statementAt = new Map<number, number>();
    for (const { start, end } of ranges) for (let at = start; at < end; at++) statementAt.set(at, statementAt.size);
    // The compiler refuses what leads out of the program.
    const at = (statement: number) => statementAt.get(statement) ?? statements.length;
    const moved = ({ libfunc, args, branches }: Statement): Statement => ({
      libfunc: libfunc === RETURN ? RETURN : libfuncAt.get(libfunc)!,
      args,
      branches: branches.map(({ target, results }) => ({
        target: target === FALLTHROUGH ? FALLTHROUGH : at(target),
        results,
      })),
    });
    const program: Program = {
      types,
      libfuncs: keptLibfuncs.map(({ generic, args }, id) => ({ id, generic, args: args.map(arg) })),
      statements: [...statementAt.keys()].map((at) => moved(statements[at]!)),
      functions: [...functionAt].map(([old, id]) => ({
        ...functions[old]!,
        id,
        entry: statementAt.get(functions[old]!.entry)!,
      })),
      names: { ...this.#program.names, libfuncs: [], functions: [] },
    };
    const listed = (type: keyof SierraEntryPoints) =>
      this.#entryPoints[type].flatMap(({ selector, functionIdx }) =>
        entries.has(functionIdx) ? [{ selector, functionIdx: functionAt.get(functionIdx)! }] : [],
      );
    return {
      program,
      entryPoints: {
        EXTERNAL: listed('EXTERNAL'),
        L1_HANDLER: listed('L1_HANDLER'),
        CONSTRUCTOR: listed('CONSTRUCTOR'),
      },
      mutation: (given) =>
        given.map(({ path, statement, change }) => ({ path: path.map(at), statement: at(statement), change })),
    };
  }
}

/** Constants are data of the class, whether something uses them or not. */
const hasData = ({ generic }: LibfuncDeclaration): boolean =>
  generic === 'const_as_box' || generic === 'get_circuit_descriptor';

/** Whether functions and libfuncs are named where they cannot be renumbered: by types, and as arguments of libfuncs. */
const hasOtherUses = ({ types, libfuncs }: Program): boolean =>
  types.some(({ args }) => args.some(({ kind }) => kind === 'function' || kind === 'libfunc')) ||
  libfuncs.some(({ args }) => args.some(({ kind }) => kind === 'libfunc'));

const positions = (kept: readonly number[]): ReadonlyMap<number, number> => new Map(kept.map((old, at) => [old, at]));

function reachedFrom(entry: number, called: (owner: number) => readonly number[]): ReadonlySet<number> {
  const reached = new Set([entry]);
  // A set has what is added while it is walked.
  for (const owner of reached) for (const callee of called(owner)) reached.add(callee);
  return reached;
}
