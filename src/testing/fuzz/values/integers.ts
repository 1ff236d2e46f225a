import { readInteger, valueText } from '../../../abi/scalars.ts';
import type { Choices } from '../../draws.ts';
import { pick, pickRecent, type Values } from './values.ts';

/** Where the integers of Cairo and their limbs end, and amounts that people use. */
const EDGES: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, 10n, 100n, 1000n, 10n ** 6n, 10n ** 18n],
  ...[7n, 8n, 15n, 16n, 31n, 32n, 63n, 64n, 96n, 127n, 128n, 160n, 251n, 255n].flatMap((bits) => [
    2n ** bits - 1n,
    2n ** bits,
    2n ** bits + 1n,
  ]),
];
const FEW = 16n;

/** The integers from `min` to `max`: many small and extreme ones, those in the code, and those that were seen lately. */
export function integersIn(min: bigint, max: bigint): Values<bigint> {
  const isIn = (value: bigint) => value >= min && value <= max;
  const simplest = isIn(0n) ? 0n : min > 0n ? min : max;
  const edges = [...new Set([min, max, min + 1n, max - 1n, -1n, ...EDGES])].filter(isIn);
  const near = (choices: Choices, value: bigint) => {
    const found = pick(choices, [value, value, value, value, value + 1n, value - 1n, value / 2n]);
    return isIn(found) ? found : value;
  };
  return {
    draw: (choices, { constants, recent }) => {
      // Calls belong together by what they name, such as the id that an earlier one gave, mostly the latest.
      const seen = recent.filter(isIn);
      if (seen.length > 0 && choices.below(2) === 0) return near(choices, pickRecent(choices, seen));
      const usable = constants.filter(isIn);
      switch (choices.below(4)) {
        case 0:
          return pick(choices, edges);
        case 1:
          return usable.length > 0 ? near(choices, pick(choices, usable)) : pick(choices, edges);
        case 2:
          return simplest + awayFrom(choices, simplest, bitsOf(choices, 5) % FEW, min, max);
        default:
          return (
            simplest + awayFrom(choices, simplest, bitsOf(choices, choices.below(bitLength(max - min) + 1)), min, max)
          );
      }
    },
    *simpler(value) {
      if (value === simplest) return;
      yield simplest;
      for (let step = (value - simplest) / 2n; step !== 0n; step /= 2n) yield value - step;
    },
    has: (value) => typeof value === 'bigint' && isIn(value),
  };
}

/** A distance from the simplest value, in a direction where there is room for it: in any, if there is room in both. */
function awayFrom(choices: Choices, simplest: bigint, distance: bigint, min: bigint, max: bigint): bigint {
  const [up, down] = [max - simplest, simplest - min];
  const taken = distance > up && distance > down ? distance % (up + 1n) : distance;
  if (taken > up) return -taken;
  return taken > 0n && taken <= down && choices.below(2) === 0 ? -taken : taken;
}

const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);

/** A number of so many random bits. */
function bitsOf(choices: Choices, bits: number): bigint {
  let value = 0n;
  for (let left = bits; left > 0; left -= 24) {
    const taken = Math.min(left, 24);
    value = (value << BigInt(taken)) | BigInt(choices.below(2 ** taken));
  }
  return value;
}

/**
 * The integers from `min` to `max`, both included. Small ones, the ends, and constants of the contract's code are drawn more often.
 *
 * @throws TypeError for ends that are not whole numbers, or in the wrong order.
 * @example
 * const amount = between(0n, 10n ** 30n);
 */
export function between(min: bigint | number, max: bigint | number): Values<bigint> {
  const [from, to] = [readInteger(min), readInteger(max)];
  if (from === undefined || to === undefined)
    throw new TypeError(`between takes two whole numbers, not ${valueText(min)} and ${valueText(max)}.`);
  if (from > to) throw new TypeError(`between takes the smaller number first: between(${to}n, ${from}n).`);
  return integersIn(from, to);
}
