import { hasMempool } from '../../library/blockMode.ts';
import type { Sandbox } from '../../library/index.ts';
import { nodeOf, ownRequest } from '../../library/requests/connection.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { isRevert } from '../outcome.ts';
import type { Action } from './action.ts';
import { codeText } from './codeText.ts';
import { contractActions, type NamedValues } from './contractActions.ts';
import { moves } from './moves.ts';
import { type InvariantOptions, type MoveName, readCount, type UserAction } from './options.ts';
import type { InvariantReport } from './report.ts';
import { checkOf, contextOf, search } from './search.ts';
import { settingOf } from './setting.ts';
import { readValues } from './values/fastCheck.ts';
import type { NamedContracts } from './world.ts';

/** What `invariant` does with options whose names are known. */
export async function findBroken(
  name: string,
  options: InvariantOptions<NamedContracts, unknown>,
): Promise<InvariantReport> {
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
  const checked = checkOf(check as (context: never) => unknown);
  return search(name, setting, {
    ...options,
    ...checked,
    repetition: { by: 'invariant', call: (given) => `invariant(${codeText(name)}, ${given})`, names: [] },
    calls: all,
    moves: (options.moves ?? (await usualMoves(options.box))).map(moveNamed),
    problems: calls === 'all' ? found.problems : [],
    needsChanges: true,
    runs: readCount(options.runs, 'runs', 100),
    depth: readCount(options.depth, 'depth', 20),
    subject: {
      check: checked.check,
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

/** Calls are reordered where transactions wait in a mempool, so that checks and actions expect it. */
async function usualMoves(box: Sandbox): Promise<readonly MoveName[]> {
  const clone = box.clone();
  try {
    const { block_generation_on } = await ownRequest(clone)('sandbox_getOverview');
    return hasMempool(block_generation_on) ? ['time', 'blocks', 'reorder'] : ['time', 'blocks'];
  } finally {
    await clone.close();
  }
}

function moveNamed(name: MoveName): Action {
  if (Object.hasOwn(moves, name)) return moves[name];
  throw new TypeError(`There is no move '${String(name)}'. There are ${Object.keys(moves).join(', ')}.`);
}

/** An action of the user. */
export const userAction = (name: string, run: UserAction<object, unknown>): Action => ({
  name,
  by: 'actor',
  run: async (world, { account }, draw) => {
    const before = nodeOf(world.box).value;
    try {
      await run({ ...contextOf(world), actor: account, draw } as never);
      return { isIdle: nodeOf(world.box).value === before };
    } catch (error) {
      if (isRevert(error)) return { reverted: (error as { readonly reason?: string }).reason ?? '' };
      throw error;
    }
  },
  text: (actor, values) => `${actor}: ${name}${values.length === 0 ? '' : ` with ${values.map(codeText).join(', ')}`}`,
  code: () => undefined,
});
