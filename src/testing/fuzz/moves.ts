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
    const own = constants.filter((constant) => constant > 1n && constant <= LONGEST);
    if (own.length === 0 || choices.below(2) === 0) return pick(choices, USUAL);
    const constant = pick(choices, own);
    return pick(choices, [constant, constant + 1n, constant - 1n]);
  },
  simpler: (value, hints) => anyDuration.simpler(value, hints),
};

const counts = integersIn(1n, 10n);

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
};
