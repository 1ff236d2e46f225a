import type { Steps } from '../../async/steps.ts';
import { ownCost } from './branchCost.ts';
import { branchesOf, COST } from './branches.ts';
import { TOKENS } from './effects.ts';
import { linearAp } from './linearAp.ts';
import { gasOrder, linearGas, orderWithin } from './linearGas.ts';
import { regionsOf, withCallers } from './regions.ts';
import type { ApChanges, ConstCosts, EnforcedCosts, Flow, Solver, TokenCosts } from './solver.ts';

const NOTHING_ENFORCED: EnforcedCosts = new Map();

/** Solves the uses of builtins; each token is a separate kind of cost. */
export function* tokenCosts(flow: Flow): Steps<TokenCosts> {
  const { program, blocks } = flow;
  const functions = new Array<number[] | undefined>(program.functions.length).fill(undefined);
  const variables = new Array<number[] | undefined>(program.statements.length).fill(undefined);
  const branches = branchesOf(flow);
  yield;
  const { start, cost, entries } = branches;
  const used = usedTokens(flow);
  /** The branches that use tokens, with their blocks. */
  const users: { readonly at: number; readonly block: number; readonly tokens: readonly number[] }[] = [];
  for (let block = 0, at = 0; block < blocks.length; block++)
    for (const end = start[block + 1]!; at < end; at++) {
      const branch = cost[at]!;
      if (branch.kind === 'fixed' && branch.tokens) users.push({ at, block, tokens: branch.tokens });
    }
  // Computed even if no builtin is used, because it finds cycles.
  const order = gasOrder(flow);
  yield;
  const regions = regionsOf(branches);
  for (let token = 0; token < used.length; token++) {
    if (!used[token]) continue;
    yield;
    const own = new Array<number>(cost.length).fill(0);
    const here: number[] = [];
    for (const { at, block, tokens } of users) {
      own[at] = tokens[token] ?? 0;
      if (own[at] !== 0) here.push(regions.regionOf[block]!);
    }
    // In all other regions there are no needs and no excess.
    const part = orderWithin(order, regions.regionOf, withCallers(regions, here));
    const values = linearGas(flow, { own, enforced: NOTHING_ENFORCED }, part);
    const put = (list: (number[] | undefined)[], at: number, amount: number): void => {
      list[at] ??= new Array<number>(TOKENS.length).fill(0);
      list[at][token] = amount;
    };
    entries.forEach((entry, id) => {
      if (values.wallet[entry] !== 0) put(functions, id, values.wallet[entry]!);
    });
    for (const i of part.blocks) if (values.variables[i] !== 0) put(variables, blocks[i]!, values.variables[i]!);
  }
  return { functions, variables };
}

/** For each token, whether a libfunc in use needs it. */
function usedTokens({ effects }: Flow): readonly boolean[] {
  const used = TOKENS.map(() => false);
  for (const effect of effects)
    for (const { cost } of effect?.branches ?? [])
      if (cost.kind === 'fixed')
        cost.tokens?.forEach((uses, token) => {
          if (uses !== 0) used[token] = true;
        });
  return used;
}

function* constCosts(flow: Flow, tokens: TokenCosts, ap: ApChanges, enforced: EnforcedCosts): Steps<ConstCosts> {
  const { program, blocks } = flow;
  const { start, cost, costKind, amount, entries } = branchesOf(flow);
  const own = amount.slice();
  for (let i = 0; i < blocks.length; i++)
    for (let at = start[i]!; at < start[i + 1]!; at++)
      if (costKind[at] !== COST.fixed && costKind[at] !== COST.function)
        own[at] = ownCost(cost[at]!, blocks[i]!, tokens, ap);
  yield;
  const values = linearGas(flow, { own, enforced });
  const variables = new Array<number>(program.statements.length).fill(0);
  for (let i = 0; i < blocks.length; i++) variables[blocks[i]!] = values.variables[i]!;
  return { functions: Array.from(entries, (entry) => values.wallet[entry]!), variables };
}

/** The rules of Sierra 1.4 and later. */
export const linearSolver: Solver = { tokenCosts, apChanges: linearAp, constCosts };
