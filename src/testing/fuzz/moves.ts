import type { Action } from './action.ts';
import type { MoveName } from './options.ts';
import { integersIn } from './values/integers.ts';
import { pick, type Values } from './values/values.ts';

/** The most seconds that pass at once: a hundred years. */
const LONGEST = 100n * 365n * 86_400n;
const USUAL = [1n, 59n, 60n, 3600n, 86_400n, 7n * 86_400n, 30n * 86_400n, 365n * 86_400n];
const anyDuration = integersIn(1n, LONGEST);

/** Durations: usual ones, and constants of the code, at which periods may end. */
const durations: Values<bigint> = {
  draw: (choices, { constants }) => {
    const own = constants.filter((constant) => constant > 1n && constant < LONGEST);
    if (own.length === 0 || choices.below(2) === 0) return pick(choices, USUAL);
    const constant = pick(choices, own);
    return pick(choices, [constant, constant + 1n, constant - 1n]);
  },
  simpler: (value, hints) => anyDuration.simpler(value, hints),
  has: anyDuration.has,
};

const counts = integersIn(1n, 10n);

/** The most calls that wait in the mempool at once. */
const MOST_WAITING = 4;

/** Orders of calls, as their positions. Simpler ones have fewer calls, or fewer that overtake others. */
const orders: Values<readonly number[]> = {
  draw: (choices) => {
    const order = Array.from({ length: 2 + choices.below(MOST_WAITING - 1) }, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const other = choices.below(i + 1);
      [order[i], order[other]] = [order[other]!, order[i]!];
    }
    return order;
  },
  *simpler(order) {
    if (order.length > 2) yield order.filter((position) => position < order.length - 1);
    for (const [i, position] of order.entries())
      if (i > 0 && order[i - 1]! > position) yield order.with(i - 1, position).with(i, order[i - 1]!);
  },
  has: (order) =>
    isOrder(order) &&
    order.length >= 2 &&
    order.length <= MOST_WAITING &&
    order.every((position, i) => position < order.length && order.indexOf(position) === i),
};

const isOrder = (order: unknown): order is readonly number[] =>
  Array.isArray(order) && order.every((position) => Number.isSafeInteger(position) && position >= 0);

/** The order that a value says; none if it is written by hand and no order. */
const orderOf = (order: unknown): readonly number[] => (isOrder(order) ? order.slice(0, MOST_WAITING) : []);

/** What happens to a chain without anybody's call. */
export const moves: Readonly<Record<MoveName, Action>> = {
  time: {
    name: 'time',
    by: 'nobody',
    run: async ({ box }, _, draw) => {
      await box.time.increase(draw(durations));
      return {};
    },
    text: (_, [seconds]) => `${seconds} seconds pass`,
    code: (_, [seconds]) => `await box.time.increase(${seconds}n);`,
  },
  blocks: {
    name: 'blocks',
    by: 'nobody',
    run: async ({ box }, _, draw) => {
      await box.blocks.mine(Number(draw(counts)));
      return {};
    },
    text: (_, [count]) => `${count} empty ${count === 1n ? 'block is' : 'blocks are'} made`,
    code: (_, [count]) => `await box.blocks.mine(${count});`,
  },
  reorder: {
    name: 'reorder',
    by: 'nobody',
    run: async (_world, _actor, draw) => {
      draw(orders);
      return {};
    },
    order: ([order]) => orderOf(order),
    text: (_, [order]) => {
      const positions = orderOf(order).map((position) => position + 1);
      if (positions.length === 0) return 'no calls wait in the mempool: no order is given';
      return `up to ${positions.length} calls that follow wait in the mempool, and are executed in the order ${positions.join(', ')}`;
    },
    code: () => undefined,
  },
};
