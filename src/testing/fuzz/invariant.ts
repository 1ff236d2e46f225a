import { checkOptions } from '../../library/options/checkOptions.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { isRevert } from '../outcome.ts';
import type { Action } from './action.ts';
import { codeText } from './codeText.ts';
import { contractActions, type NamedValues } from './contractActions.ts';
import { type MoveName, moves } from './moves.ts';
import { type InvariantOptions, readCount, type UserAction } from './options.ts';
import type { InvariantReport } from './report.ts';
import { contextOf, search } from './search.ts';
import { settingOf } from './setting.ts';
import { readValues } from './values/fastCheck.ts';
import type { NamedContracts } from './world.ts';

const OPTIONS: readonly (keyof InvariantOptions<NamedContracts, unknown>)[] = [
  'box',
  'contracts',
  'actors',
  'args',
  'seed',
  'ghosts',
  'corpus',
  'emit',
  'report',
  'progress',
  'guided',
  'check',
  'checkAfter',
  'actions',
  'calls',
  'moves',
  'runs',
  'depth',
  'failOnRevert',
  'sequence',
];

/**
 * Looks for a sequence of calls after which something does not hold: many actors call the functions of contracts with all kinds of arguments,
 * time passes, messages come from L1. The first sequence that breaks it is made as short and simple as possible and thrown.
 *
 * @throws InvariantError with the shortest sequence, what it did, and a test that repeats it.
 * @throws Error if nothing could be called.
 * @example
 * await invariant('supply is constant', {
 *   box,
 *   contracts: { strk: box.strk },
 *   calls: ['strk.transfer', 'strk.approve'],
 *   runs: 5,
 *   check: async ({ strk }) => (await strk.read.total_supply()) > 0n,
 * });
 */
export async function invariant<const C extends NamedContracts, G = Record<string, never>>(
  name: string,
  options: InvariantOptions<C, G>,
): Promise<InvariantReport> {
  checkOptions(options, OPTIONS, '{ box, contracts: { token }, check }');
  const { check, checkAfter = 'call', failOnRevert = false } = options;
  if (typeof check !== 'function')
    throw new TypeError(
      'invariant needs `check`: a function that throws, or returns false, if something does not hold.',
    );
  if (checkAfter !== 'call' && checkAfter !== 'sequence')
    throw new TypeError(`checkAfter must be 'call' or 'sequence', not ${JSON.stringify(checkAfter)}.`);
  const setting = await settingOf(options);
  const { actions: own, calls = own ? [] : 'all' } = options;
  const found = contractActions(setting.contracts, argsOf(options.args));
  const called =
    calls === 'all' ? found.actions : calls.map((each) => actionNamed(found.actions, each, found.problems));
  const mine = Object.entries(own ?? {}).map(([each, run]) => userAction(each, run as UserAction<object, unknown>));
  const all = [...called, ...mine];
  if (all.length === 0)
    throw new TypeError(
      [
        'Nothing can be called: pass `contracts` with functions that change something, or `actions`.',
        ...found.problems,
      ].join(' '),
    );
  return search(name, setting, {
    ...options,
    calls: all,
    moves: (options.moves ?? (['time', 'blocks'] as const)).map(moveNamed),
    problems: calls === 'all' ? found.problems : [],
    runs: readCount(options.runs, 'runs', 100),
    depth: readCount(options.depth, 'depth', 20),
    subject: {
      check: (world, last) => check({ ...contextOf(world), last } as never),
      checkAfter,
      checksReverts: false,
      failOnRevert,
    },
  });
}

/** Sets of values from what a user gave. */
export const argsOf = (args: InvariantOptions<NamedContracts, unknown>['args'] = {}): NamedValues =>
  Object.fromEntries(Object.entries(args).map(([name, values]) => [name, readValues(values, `args.${name}`)]));

export function actionNamed(actions: readonly Action[], name: string, problems: readonly string[]): Action {
  const action = actions.find((each) => each.name === name);
  if (action) return action;
  const names = actions.map((each) => each.name);
  const problem = problems.find((each) => each.startsWith(`${name} `));
  throw new TypeError(
    problem ?? `There is no function ${name}. ${didYouMean(name, names, `There are ${names.join(', ')}.`)}`,
  );
}

function moveNamed(name: MoveName): Action {
  if (Object.hasOwn(moves, name)) return moves[name];
  throw new TypeError(`There is no move '${String(name)}'. There are ${Object.keys(moves).join(' and ')}.`);
}

/** An action of the user. */
export const userAction = (name: string, run: UserAction<object, unknown>): Action => ({
  name,
  by: 'actor',
  run: async (world, { account }, draw) => {
    try {
      await run({ ...contextOf(world), actor: account, draw } as never);
      return {};
    } catch (error) {
      if (isRevert(error)) return { reverted: (error as { readonly reason?: string }).reason ?? '' };
      throw error;
    }
  },
  text: (actor, values) => `${actor}: ${name}${values.length === 0 ? '' : ` with ${values.map(codeText).join(', ')}`}`,
  code: () => undefined,
});
