import { describe, expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { finish } from '../../async/steps.ts';
import { FALLTHROUGH, type Program, RETURN, type Statement } from '../program.ts';
import { basicBlocks } from './basicBlocks.ts';
import { branchesOf } from './branches.ts';
import type { LibfuncEffects } from './effects.ts';
import { gasOrder, linearGas, orderWithin } from './linearGas.ts';
import { linearSolver } from './linearSolver.ts';
import { regionsOf, withCallers } from './regions.ts';
import type { EnforcedCosts } from './solver.ts';

const FUNCTIONS = 3;
type Effect = LibfuncEffects['branches'][number];
const plain = (amount: number, change: number): Effect => ({
  ap: { kind: 'known', change },
  cost: { kind: 'fixed', amount },
});
const moving = (ap: Effect['ap']): Effect => ({ ap, cost: { kind: 'fixed', amount: 0 } });
const costing = (cost: Effect['cost']): Effect => ({ ap: { kind: 'known', change: 0 }, cost });
const gas = { kind: 'gas', table: false, extra: 2, extraIfTokens: 1 } as const;

/** Every kind of libfunc effect, most of them plain. */
const LIBFUNCS: readonly (readonly Effect[])[] = [
  [plain(0, 0)],
  [plain(100, 1)],
  [plain(230, 0)],
  [plain(70, 3)],
  [plain(-100, 2)],
  [plain(100, 0), plain(300, 2)],
  [plain(0, 1), plain(0, 0), plain(500, 4)],
  [
    { ap: gas, cost: { kind: 'withdraw', table: false } },
    { ap: gas, cost: { kind: 'withdrawFailure', table: false } },
  ],
  [{ ap: { kind: 'align' }, cost: { kind: 'align' } }],
  [costing({ kind: 'fixed', amount: 100, tokens: [2, 1] })],
  [{ ap: gas, cost: { kind: 'redeposit' } }],
  [{ ap: gas, cost: { kind: 'unspent' } }],
  [moving({ kind: 'alloc', cells: 2 })],
  [moving({ kind: 'finalize' })],
  [moving({ kind: 'enable' })],
  [moving({ kind: 'disable' })],
  [moving({ kind: 'unknown' })],
  ...Array.from({ length: FUNCTIONS }, (_, callee): Effect[] => [
    { ap: { kind: 'call', function: callee }, cost: { kind: 'function', amount: 200, function: callee } },
  ]),
  [costing({ kind: 'function', amount: 0, function: 1 })],
  [costing({ kind: 'refund', function: 1 })],
  [],
];
const EFFECTS: readonly LibfuncEffects[] = LIBFUNCS.map((branches) => ({ branches }));
const PLAIN = 4;

interface RandomStatement {
  readonly libfunc: number;
  /** The first branch falls through unless this is 0. */
  readonly falls: number;
  /** The distances of the branches that do not fall through; some are negative. */
  readonly ahead: readonly number[];
}

const drawn: fc.Arbitrary<RandomStatement> = fc.record({
  libfunc: fc.oneof({ arbitrary: fc.nat(PLAIN - 1), weight: 3 }, { arbitrary: fc.nat(LIBFUNCS.length), weight: 1 }),
  falls: fc.nat(12),
  ahead: fc.array(fc.integer({ min: -3, max: 12 }), { minLength: 3, maxLength: 3 }),
});

function programOf(statements: readonly RandomStatement[], entries: readonly number[]): Program {
  const count = statements.length + 1;
  const list = statements.map(({ libfunc, falls, ahead }, i): Statement => {
    // A function begins after the end of another, because ap is tracked from its start.
    const effects = entries.includes(i + 1) ? undefined : LIBFUNCS[libfunc];
    if (!effects) return { libfunc: RETURN, args: [], branches: [] };
    return {
      libfunc,
      args: [],
      branches: effects.map((_, b) => {
        const target = Math.min(Math.max(i + ahead[b]!, 0), count - 1);
        return { target: b === 0 && falls > 0 ? FALLTHROUGH : target, results: [] };
      }),
    };
  });
  return {
    types: [],
    libfuncs: [],
    statements: [...list, { libfunc: RETURN, args: [], branches: [] }],
    functions: entries.map((entry, id) => ({ id, params: [], returns: [], variables: [], entry: entry % count })),
    names: { types: [], libfuncs: [], functions: [], variables: new Map() },
  };
}

/** The results of all solvers for a program, or the error. */
function solved(program: Program, blocks: Int32Array, enforced: EnforcedCosts): unknown {
  const flow = { program, effects: EFFECTS, blocks };
  try {
    const tokens = finish(linearSolver.tokenCosts(flow));
    const ap = finish(linearSolver.apChanges(flow, tokens));
    const gasless = finish(linearSolver.constCosts(flow, tokens, ap, new Map()));
    try {
      return { tokens, ap, gasless, costs: finish(linearSolver.constCosts(flow, tokens, ap, enforced)) };
    } catch (error) {
      return { tokens, ap, gasless, refused: String(error) };
    }
  } catch (error) {
    return { refused: String(error) };
  }
}

const singleStatements = ({ statements }: Program): Int32Array => Int32Array.from(statements, (_, i) => i);

describe('basic blocks', () => {
  test('give the same solution as single statements', () => {
    let [solutions, refusals, within] = [0, 0, 0];
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 50, size: 'max' }),
        fc.array(fc.nat(60), { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
        (statements, others) => {
          const program = programOf(statements, [0, ...others.slice(1)]);
          const blocks = basicBlocks(program, EFFECTS);
          const enforced = new Map([[0, 1000]]);
          const expected = solved(program, singleStatements(program), enforced);
          expect(solved(program, blocks, enforced)).toEqual(expected);
          within += program.statements.length - blocks.length;
          if ((expected as { tokens?: unknown }).tokens) solutions++;
          else refusals++;
        },
      ),
      { numRuns: 3000 },
    );
    // The random programs contain enough of both kinds.
    expect(Math.min(solutions, refusals)).toBeGreaterThan(300);
    expect(within).toBeGreaterThan(3000);
  });

  test('contain plain statements that are reached only from the statement before', () => {
    const jump = (target: number): Statement => ({ libfunc: 0, args: [], branches: [{ target, results: [] }] });
    const step = jump(FALLTHROUGH);
    const end: Statement = { libfunc: RETURN, args: [], branches: [] };
    const program = programOf([], [0]);
    const blocksOf = (statements: readonly Statement[], entry = 0) => [
      ...basicBlocks({ ...program, statements, functions: [{ ...program.functions[0]!, entry }] }, [
        { branches: [plain(100, 1)] },
      ]),
    ];
    // The first statement of a function and the target of a jump are blocks of their own.
    expect(blocksOf([step, step, step, end])).toEqual([0, 1, 3]);
    expect(blocksOf([step, step, step, step, jump(3), end])).toEqual([0, 1, 3, 4, 5]);
    expect(blocksOf([step, step, step, end, step, step, end], 4)).toEqual([0, 3, 4, 5, 6]);
  });
});

describe('regions', () => {
  test('solving only the regions with costs and their callers gives the full solution', () => {
    let [left, solved] = [0, 0];
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 50, size: 'max' }),
        fc.array(fc.nat(60), { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
        fc.nat(),
        (statements, others, at) => {
          // Short jumps and some returns, so that there are several regions.
          const near = statements.map(({ libfunc, falls, ahead }, i) => ({
            libfunc: i % 7 === 6 ? LIBFUNCS.length : libfunc,
            falls,
            ahead: ahead.map((distance) => distance % 3),
          }));
          const program = programOf(near, [0, ...others.slice(1)]);
          const flow = { program, effects: EFFECTS, blocks: basicBlocks(program, EFFECTS) };
          const branches = branchesOf(flow);
          const order = (() => {
            try {
              return gasOrder(flow);
            } catch {
              return undefined;
            }
          })();
          if (!order || branches.target.length === 0) return;
          const regions = regionsOf(branches);
          const block = order.blocks.findLast((i) => branches.start[i]! <= at % branches.target.length)!;
          const own = Array.from(branches.target, (_, i) => (i === at % branches.target.length ? 3 : 0));
          const part = orderWithin(order, regions.regionOf, withCallers(regions, [regions.regionOf[block]!]));
          const measure = { own, enforced: new Map() };
          const inPart = linearGas(flow, measure, part);
          expect(inPart).toEqual(linearGas(flow, measure));
          left += order.blocks.length - part.blocks.length;
          if (inPart.wallet.some((need) => need > 0)) solved++;
        },
      ),
      { numRuns: 2000 },
    );
    expect(left).toBeGreaterThan(3000);
    expect(solved).toBeGreaterThan(300);
  });
});
