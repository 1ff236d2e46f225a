import { type Branch, FALLTHROUGH, type GenericArg, type Program, type Statement } from '../src/sierra/program.ts';
import type { Random } from '../test/support/random.ts';

/** A program with one change, and a description of the change. */
export interface MutantProgram {
  readonly how: string;
  readonly program: Program;
}

type Mutation = (program: Program, random: Random) => Program;

const replaced = <T>(list: readonly T[], at: number, item: T): T[] => list.map((old, i) => (i === at ? item : old));

function withStatement(
  program: Program,
  random: Random,
  change: (statement: Statement, at: number) => Statement,
): Program {
  const at = random.below(program.statements.length);
  return { ...program, statements: replaced(program.statements, at, change(program.statements[at]!, at)) };
}

/** A variable that is used near a statement, so that it is likely to exist there. */
function nearVariable({ statements }: Program, at: number, random: Random): number {
  const near = statements[Math.max(0, at - random.below(12))]!;
  const variables = [...near.args, ...near.branches.flatMap(({ results }) => results), at];
  return random.pick(variables);
}

function someArg(program: Program, arg: GenericArg, random: Random): GenericArg {
  switch (arg.kind) {
    case 'type':
      return { kind: 'type', type: random.below(program.types.length + 1) };
    case 'value': {
      const steps = [1n, -1n, 1n << BigInt(random.below(256)), -arg.value - 1n, 255n];
      return { kind: 'value', value: arg.value + random.pick(steps) };
    }
    case 'function':
      return { kind: 'function', function: random.below(program.functions.length + 1) };
    default:
      return { kind: 'userType', id: BigInt(random.word()) };
  }
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  argument: (program, random) =>
    withStatement(program, random, (statement, at) => ({
      ...statement,
      args: replaced(statement.args, random.below(statement.args.length), nearVariable(program, at, random)),
    })),
  result: (program, random) =>
    withStatement(program, random, (statement, at) => ({
      ...statement,
      branches: statement.branches.map((branch) => ({
        ...branch,
        results: replaced(branch.results, random.below(branch.results.length), nearVariable(program, at, random)),
      })),
    })),
  'argument count': (program, random) =>
    withStatement(program, random, (statement, at) => ({
      ...statement,
      args: random.below(2) ? statement.args.slice(1) : [...statement.args, nearVariable(program, at, random)],
    })),
  target: (program, random) =>
    withStatement(program, random, (statement, at) => ({
      ...statement,
      branches: statement.branches.map((branch): Branch => {
        const targets = [at + random.below(9) - 4, random.below(program.statements.length + 1), at, FALLTHROUGH];
        const target = random.pick(targets);
        return { ...branch, target: target < FALLTHROUGH ? 0 : target };
      }),
    })),
  libfunc: (program, random) =>
    withStatement(program, random, (statement) => ({ ...statement, libfunc: random.below(program.libfuncs.length) })),
  'libfunc of the same shape': (program, random) =>
    withStatement(program, random, (statement) => {
      const alike = program.statements.filter(
        ({ args, branches }) => args.length === statement.args.length && branches.length === statement.branches.length,
      );
      return { ...statement, libfunc: random.pick(alike).libfunc };
    }),
  'drop statement': (program, random) => {
    const at = random.below(program.statements.length);
    return { ...program, statements: program.statements.filter((_, i) => i !== at) };
  },
  'swap statements': (program, random) => {
    const at = random.below(program.statements.length - 1);
    const [a, b] = [program.statements[at]!, program.statements[at + 1]!];
    return { ...program, statements: replaced(replaced(program.statements, at, b), at + 1, a) };
  },
  'repeat statement': (program, random) => {
    const at = random.below(program.statements.length);
    return { ...program, statements: program.statements.toSpliced(at, 0, program.statements[at]!) };
  },
  'libfunc argument': (program, random) => {
    const at = random.below(program.libfuncs.length);
    const declared = program.libfuncs[at]!;
    const args = declared.args.map((arg) => (random.below(2) ? someArg(program, arg, random) : arg));
    return { ...program, libfuncs: replaced(program.libfuncs, at, { ...declared, args }) };
  },
  'libfunc generic': (program, random) => {
    const at = random.below(program.libfuncs.length);
    const { generic } = random.pick(program.libfuncs);
    return { ...program, libfuncs: replaced(program.libfuncs, at, { ...program.libfuncs[at]!, generic }) };
  },
  'type argument': (program, random) => {
    const at = random.below(program.types.length);
    const declared = program.types[at]!;
    const args = declared.args.map((arg) => (random.below(2) ? someArg(program, arg, random) : arg));
    return { ...program, types: replaced(program.types, at, { ...declared, args }) };
  },
  'type without info': (program, random) => {
    const at = random.below(program.types.length);
    const { id, generic, args } = program.types[at]!;
    return { ...program, types: replaced(program.types, at, { id, generic, args }) };
  },
  'function types': (program, random) => {
    const at = random.below(program.functions.length);
    const declared = program.functions[at]!;
    const other = () => random.below(program.types.length);
    const change = (types: readonly number[]) => replaced(types, random.below(types.length), other());
    return {
      ...program,
      functions: replaced(program.functions, at, {
        ...declared,
        params: change(declared.params),
        returns: random.below(2) ? change(declared.returns) : declared.returns,
      }),
    };
  },
  'function entry': (program, random) => {
    const at = random.below(program.functions.length);
    const entry = random.below(program.statements.length + 1);
    return { ...program, functions: replaced(program.functions, at, { ...program.functions[at]!, entry }) };
  },
};

const NAMES = Object.keys(MUTATIONS);

/** Changes one thing of a program. */
export function mutateProgram(program: Program, random: Random): MutantProgram {
  const how = random.pick(NAMES);
  return { how, program: MUTATIONS[how]!(program, random) };
}
