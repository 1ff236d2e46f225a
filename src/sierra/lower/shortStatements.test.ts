import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileProgram, type ProgramOptions } from '../compileProgram.ts';
import { decodeProgram } from '../decode/decodeProgram.ts';
import type { Program, Statement } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { linearSolver } from '../solve/linearSolver.ts';
import type { Solver } from '../solve/solver.ts';
import { parseProgram } from '../text/parseProgram.ts';

const programs = ['meta_tx', 'universal_deployer'].map(
  (name) =>
    decodeProgram(JSON.parse(readFileSync(`contracts/classes/${name}.sierra.json`, 'utf8')).sierra_program).program,
);

/** The code of a program, or why it is refused. */
function outcome(program: Program, options: ProgramOptions): unknown {
  try {
    const { code, offsets } = compileProgram(program, options);
    return { ...code, offsets };
  } catch (error) {
    if (!(error instanceof SierraError)) throw error;
    return { message: error.message, statement: error.statement };
  }
}

function expectSame(program: Program, options: ProgramOptions = {}): void {
  const short = outcome(program, { ...options, shortWay: true });
  expect(short).toEqual(outcome(program, { ...options, shortWay: false }));
}

/** One thing to get wrong: at which statement, what, and a number that tells how. */
interface Fault {
  readonly at: number;
  readonly kind: 'argument' | 'result' | 'twice' | 'swap' | 'libfunc' | 'statement';
  readonly by: number;
}

const fault: fc.Arbitrary<Fault> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('argument', 'result', 'twice', 'swap', 'libfunc', 'statement'),
  by: fc.nat(),
});

const replaced = (list: readonly number[], by: number, variable: number): number[] =>
  list.map((old, i) => (i === by % list.length ? variable : old));

function faulty(program: Program, { at, kind, by }: Fault): Program {
  const { statements } = program;
  const index = at % statements.length;
  const old = statements[index]!;
  // A variable of a statement nearby, which is likely to be alive.
  const near = statements[Math.max(0, index - (by % 7))]!;
  const variable = [...near.args, ...near.branches.flatMap(({ results }) => results), by % 50].at(by % 3)!;
  const changed = ((): Statement => {
    switch (kind) {
      case 'argument':
        return { ...old, args: replaced(old.args, by, variable) };
      case 'result':
        return {
          ...old,
          branches: old.branches.map((branch) => ({ ...branch, results: replaced(branch.results, by, variable) })),
        };
      case 'twice':
        return { ...old, args: old.args.map(() => old.args[0]!) };
      case 'swap':
        return { ...old, args: old.args.toReversed() };
      case 'libfunc':
        return { ...old, libfunc: statements[by % statements.length]!.libfunc };
      case 'statement':
        return statements[by % statements.length]!;
    }
  })();
  return { ...program, statements: statements.with(index, changed) };
}

test.each(programs.map((_, i) => i))('program %i comes out the same', (i) => {
  expectSame(programs[i]!);
  expectSame(programs[i]!, { gasUsageCheck: false });
  expectSame(programs[i]!, { maxSize: 300 });
});

test('programs with faults are refused, or not, alike', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...programs), fc.array(fault, { minLength: 1, maxLength: 2 }), (program, faults) => {
      expectSame(faults.reduce(faulty, program));
    }),
    { numRuns: 300 },
  );
});

test('gas and alignment that were solved wrongly are missed alike', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...programs), fc.nat(), fc.integer({ min: -300, max: 300 }), (program, at, by) => {
      const solver: Solver = {
        ...linearSolver,
        constCosts: (...flow) => {
          const { functions, variables } = linearSolver.constCosts(...flow);
          return { functions: functions.map((cost, i) => (i === at % functions.length ? cost + by : cost)), variables };
        },
        apChanges: (...flow) => {
          const { functions, align } = linearSolver.apChanges(...flow);
          return {
            functions,
            align: align.map((cells, i) => (by % 2 === 0 && i % 97 === at % 97 ? cells + 1 : cells)),
          };
        },
      };
      expectSame(program, { solver });
    }),
    { numRuns: 60 },
  );
});

test('where ap has gone too far, too', () => {
  const [program] = programs;
  const align = linearSolver.apChanges;
  const solver: Solver = {
    ...linearSolver,
    apChanges: (...flow) => {
      const { functions, align: cells } = align(...flow);
      return { functions, align: cells.map(() => 0x7ff0) };
    },
  };
  expectSame(program!, { solver, gasUsageCheck: false, maxSize: 1_000_000 });
});

const TYPES =
  'type felt252 = felt252;\ntype Pair = Struct<ut@Pair, felt252, felt252>;\ntype NonZero = NonZero<felt252>;';

test('a struct takes each variable once', () => {
  const program = parseProgram(`${TYPES}
    libfunc pair = struct_construct<Pair>;
    libfunc store = store_temp<Pair>;
    pair([0], [0]) -> ([1]);
    store([1]) -> ([1]);
    return([1]);
    f@0([0]: felt252) -> (Pair);`);
  expectSame(program);
  expect(() => compileProgram(program)).toThrow('#0: [0] is undefined.');
});

test('an alignment that was not paid for is missed', () => {
  const program = parseProgram(`${TYPES}
    libfunc is_zero = felt252_is_zero;
    libfunc drop = drop<NonZero>;
    libfunc one = felt252_const<1>;
    libfunc store = store_temp<felt252>;
    libfunc align = branch_align;
    is_zero([0]) { fallthrough() 5([1]) };
    align() -> ();
    one() -> ([2]);
    store([2]) -> ([2]);
    return([2]);
    align() -> ();
    drop([1]) -> ();
    one() -> ([2]);
    store([2]) -> ([2]);
    return([2]);
    f@0([0]: felt252) -> (felt252);`);
  const solver: Solver = {
    ...linearSolver,
    constCosts: () => ({ functions: [250], variables: program.statements.map((_, i) => (i === 5 ? 200 : 0)) }),
  };
  expectSame(program, { solver });
  expect(() => compileProgram(program, { solver })).toThrow('#5->#6: Ran out of gas (Const)');
});
